// The messages of a hostile call: with and without the call's address, its transcript and our secret.

import type { Played } from './hostile-world.ts'
import type { HostileRun } from './run.ts'

export interface Answered {
  /** JSON; '{}' where the message did not count. */
  body: string
  /** It had our secret, so that it counts. */
  isReceived: boolean
  /** It carried the whole transcript. */
  isComplete: boolean
}

const FORGED = { 'x-vapi-secret': 'secret-of-somebody-else-0000000000000' }
/** Messages that may be forged, or lack the transcript: the others decide the true state of a call. */
const UNRELIABLE = new Set(['tool-calls', 'transfer-destination-request'])

/** Mostly to the call's own address; the body always names the call by Vapi's id. */
export async function send(
  { world, random, figures }: HostileRun,
  call: Played,
  message: Record<string, unknown>,
): Promise<Answered> {
  figures.messages++
  const isUnreliable = UNRELIABLE.has(String(message.type))
  const isReceived = !isUnreliable || random.next() >= 0.02
  const isComplete = !isUnreliable || random.next() >= 0.08
  const body = {
    ...{ ...message, timestamp: world.clock.ms, artifact: { messages: isComplete ? [...call.lines] : [] } },
    call: { id: call.vapiId, customer: { number: random.pick([call.to, '+61491570110']) } },
  }
  const { status, body: answer } = await world.vapi.post(body, {
    ...(random.next() < 0.9 && { call: call.callId }),
    ...(!isReceived && { headers: FORGED }),
  })
  if (status !== (isReceived ? 200 : 403))
    figures.faults.push(`${message.type} was answered ${status}: ${answer.slice(0, 200)}`)
  return { body: status === 200 ? answer : '{}', isReceived, isComplete }
}
