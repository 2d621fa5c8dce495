// Transfers that a hostile language model requests: to whom, when and why.

import { type Played, TEAM } from './hostile-world.ts'
import { send } from './messages.ts'
import type { HostileRun } from './run.ts'

export async function requestTransfer(run: HostileRun, call: Played): Promise<void> {
  const { optedOut } = call.position
  const { isQuiet } = call
  const before = [...call.held]
  const { body, isReceived } = await send(run, call, { type: 'transfer-destination-request' })
  const { destination } = JSON.parse(body) as { destination?: { number?: string } }
  if (!isReceived || !destination) return
  run.figures.transferred++
  const fault = (text: string) => run.figures.faults.push(`call ${call.callId}: ${text}`)
  if (!TEAM.has(destination.number ?? '')) fault(`transferred to ${destination.number}`)
  if (![...before, ...call.held].some(({ wantsPerson }) => wantsPerson))
    fault('transferred without a request')
  if (optedOut) fault('transferred after an opt-out')
  if (isQuiet) fault('transferred after the opt-out or the end')
  if (call.isMachine) fault('transferred a machine')
}

const ASKS = ['Can I talk to a person please?', 'Operator', "User's Keypad Entry: 0"]
const OTHER = ['Who is this?', 'What is the rate?', 'No thanks.', 'hmm']

/** A caller of one of our numbers, whose assistant requests a transfer. */
export async function requestInboundTransfer({ world, random, figures }: HostileRun): Promise<void> {
  const kinds = ['asks', 'silent', 'other', 'opted out'] as const
  const kind = random.pick(kinds)
  const words = {
    asks: [random.pick(OTHER), random.pick(ASKS)],
    silent: [],
    other: [random.pick(OTHER)],
    'opted out': [random.pick(ASKS), 'Stop calling me.'],
  }[kind]
  const call = {
    ...{ id: `caller-${figures.messages}`, type: 'inboundPhoneCall' },
    ...{ customer: { number: '+61255999001' }, phoneNumber: { number: '+61255999000' } },
  }
  const post = async (message: object) => {
    figures.messages++
    return JSON.parse((await world.vapi.post({ timestamp: world.clock.ms, call, ...message })).body)
  }
  const { assistant } = await post({ type: 'assistant-request' })
  const { listenEnabled, controlEnabled } = assistant?.monitorPlan ?? {}
  if (listenEnabled !== false || controlEnabled !== false)
    figures.faults.push('a call to our number can be listened to or controlled')
  const messages = [
    { role: 'bot', message: 'The caller wants a person. Can I talk to a human?' },
    ...words.map((message) => ({ role: 'user', message })),
  ]
  const { destination } = await post({ type: 'transfer-destination-request', artifact: { messages } })
  if (destination && kind !== 'asks') figures.faults.push(`a caller was transferred: ${kind}`)
  if (destination && !TEAM.has(destination.number))
    figures.faults.push(`a caller was transferred to ${destination.number}`)
  if (destination && !destination.transferPlan?.transferAssistant?.firstMessage)
    figures.faults.push('a caller was transferred without an introduction')
}
