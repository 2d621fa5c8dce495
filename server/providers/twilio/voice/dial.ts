import { NO_PHONE_NUMBERS, PROVIDER_UNCLEAR } from '#contract/brokers/phone-messages.ts'
import { mayRing, NOT_DIALABLE } from '#server/providers/live/dialable.ts'
import { whyUnreachable } from '#server/providers/live/public-address.ts'
import { storeScript } from '#server/providers/live/scripts.ts'
import type { DialAnswer, DialRequest } from '#server/providers/ports/voice.ts'
import { askTwilio } from '../ask-twilio.ts'
import { refusesNumber } from '../faults.ts'
import type { TwilioParts } from '../parts.ts'
import { callAddress } from './addresses.ts'

/** Most mobiles divert to voicemail before this. */
export const RINGS_SECONDS = 35

/** The maximum that Twilio applies by default. */
const LONGEST_SECONDS = 14_400

/** Sends Twilio one dial request, never repeated. */
export async function dial(parts: TwilioParts, request: DialRequest): Promise<DialAnswer> {
  const { config, db, hooks, publicUrl } = parts
  const { callId, to } = request
  if (!mayRing(to, hooks.isFictitious))
    return { kind: 'refused', outcome: 'invalid_number', message: NOT_DIALABLE }
  await parts.refreshNumber()
  const { from } = config
  if (from === null) return { kind: 'refused', outcome: 'provider_fault', message: NO_PHONE_NUMBERS }
  const unreachable = config.loopback ? null : whyUnreachable(publicUrl)
  if (unreachable) return { kind: 'refused', outcome: 'provider_fault', message: unreachable }
  // stored before the request, because the first callback may overtake the answer
  await storeScript(db, request)
  const address = (topic: 'answer' | 'status' | 'machine') => callAddress(publicUrl, topic, { callId })
  const answer = await askTwilio(parts, (client) =>
    client.calls.create({
      to,
      from,
      url: address('answer'),
      method: 'POST',
      statusCallback: address('status'),
      statusCallbackMethod: 'POST',
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      machineDetection: 'Enable',
      asyncAmd: 'true',
      asyncAmdStatusCallback: address('machine'),
      asyncAmdStatusCallbackMethod: 'POST',
      timeout: RINGS_SECONDS,
      // the agent's own part is shorter and limited by its turns; a transferred call may last longer
      timeLimit: LONGEST_SECONDS,
    }),
  )
  if (answer.ok) {
    const { sid } = answer.value
    // an answer without a SID proves nothing: it may be truncated or not from Twilio
    if (!/^CA[0-9a-f]{32}$/.test(sid ?? '')) return { kind: 'ambiguous', message: PROVIDER_UNCLEAR }
    return { kind: 'accepted', providerCallId: sid, from }
  }
  const { fault } = answer
  if (fault.kind === 'unclear') return { kind: 'ambiguous', message: fault.message }
  if (fault.kind !== 'refused') return { kind: 'not_taken', message: fault.message }
  const outcome = refusesNumber(fault) ? 'invalid_number' : 'provider_fault'
  return { kind: 'refused', outcome, message: fault.message }
}
