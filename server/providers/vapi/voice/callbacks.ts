import { afterUtterance, isMachineAnswer, UNANSWERED } from '#server/conversation/who-answered.ts'
import { answeredBy } from '#server/providers/live/answered-by.ts'
import { cancelEnd, storeEnd } from '#server/providers/live/scripts.ts'
import { type CallEvents, GOODBYE_MS, type VoiceEvent } from '#server/providers/ports/voice.ts'
import { instantOf, type VapiCall, type VapiMessage } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { spokenAt } from './answerer.ts'
import { deleteAtVapi } from './delete-call.ts'
import { keyOf } from './event-key.ts'
import { declinedIn, eventsOfCall, eventsOfStatus, isToBeDeleted, relayedStop, stopKey } from './events.ts'
import { saidStop } from './said-stop.ts'
import { asksToStop, saysGoodbye } from './stop-words.ts'
import { factsOf, findLive, storeDeclined } from './store.ts'

/** Handles a message about one of our calls; its events are stored when this resolves. */
export async function receiveCallMessage(
  parts: VapiParts,
  callId: number,
  { call, message }: { call: VapiCall; message: VapiMessage },
): Promise<void> {
  const at = instantOf(message.timestamp) ?? parts.now()
  switch (message.type) {
    case 'status-update': {
      const status = message.status ?? ''
      if (status === 'forwarding') await parts.hooks.handOff.connected({ callId })
      const since = status === 'in-progress' ? instantOf(call.startedAt) : null
      return recordEvents(parts, callId, call, eventsOfStatus(call.id, status, since ?? at))
    }
    case 'transcript': {
      await followGoodbye(parts, callId, message)
      return recordEvents(parts, callId, call, await eventsOfSpeech(parts, callId, { call, message, at }))
    }
    case 'end-of-call-report':
      return receiveReport(parts, callId, { ...call, endedReason: call.endedReason ?? '', status: 'ended' })
  }
}

/** Calls whose 'answered' this process has recorded; recording it again is harmless. */
const answeredCalls = new WeakMap<VapiParts, Set<string>>()
const MOST_ANSWERED = 10_000

function isFirstSpeech(parts: VapiParts, vapiId: string): boolean {
  const calls = answeredCalls.get(parts) ?? new Set()
  if (calls.has(vapiId)) return false
  if (calls.size >= MOST_ANSWERED) calls.clear()
  answeredCalls.set(parts, calls.add(vapiId))
  return true
}

/** Has the platform end the call after a goodbye, whatever the language model does; later words of the person prevent it. */
async function followGoodbye(
  parts: VapiParts,
  callId: number,
  { role, transcript, transcriptType }: VapiMessage,
): Promise<void> {
  if (role !== 'user' || transcriptType === 'partial' || !transcript) return
  const live = await findLive(parts.db, callId)
  if (!live || live.optedOut || live.endedAt) return
  if (saysGoodbye(transcript)) {
    const isMachine = isMachineAnswer(live.answerer) && !live.hasPerson
    if (!isMachine && !live.endAt)
      await storeEnd(parts.db, callId, new Date(parts.now().getTime() + GOODBYE_MS))
  } else if (live.endAt) await cancelEnd(parts.db, callId)
}

/** Speech shows that the line was answered, and by which party. A 'stop' in it always counts, except from a machine. */
async function eventsOfSpeech(
  parts: VapiParts,
  callId: number,
  { call, message, at }: { call: VapiCall; message: VapiMessage; at: Date },
): Promise<VoiceEvent[]> {
  const since = instantOf(call.startedAt) ?? at
  const { role, transcript, transcriptType } = message
  if (role !== 'user' || transcriptType === 'partial' || !transcript) return []
  const live = await findLive(parts.db, callId)
  const before = live?.answerer ?? null
  const spoken = spokenAt(transcript, (at.getTime() - since.getTime()) / 1000)
  const state = { ...UNANSWERED, who: before, previous: live?.words ?? null }
  const now = live?.hasPerson ? null : afterUtterance(state, spoken, live?.calledName ?? undefined)
  // each utterance of a machine is the context of the next one
  const who = now && (now.who !== before || isMachineAnswer(now.who)) ? now.who : null
  return [
    ...(isFirstSpeech(parts, call.id)
      ? [{ key: keyOf(call.id, 'answered'), at: since, kind: 'answered' } as const]
      : []),
    ...(who ? [{ key: keyOf(call.id, 'who', `${at.getTime()}`), at, ...answeredBy(who, transcript) }] : []),
    ...(now?.relaysOptOut ? [relayedStop(call.id, at)] : []),
    ...(!isMachineAnswer(now?.who ?? null) && asksToStop(transcript)
      ? saidStop(stopKey(call.id), transcript, at)
      : []),
  ]
}

async function receiveReport(parts: VapiParts, callId: number, call: VapiCall): Promise<void> {
  const live = await findLive(parts.db, callId)
  if (/^assistant-forwarded-call/.test(call.endedReason ?? ''))
    await parts.hooks.handOff.connected({ callId })
  const declined = live?.declined === true || declinedIn(call)
  // the tool call may have been lost
  if (declined && live?.declined === false) await storeDeclined(parts.db, callId)
  const clock = await parts.hooks.personClock({ callId })
  const facts = factsOf(live, { declined, clock })
  await recordEvents(parts, callId, call, eventsOfCall(call, facts))
  if (isToBeDeleted(call, facts)) await deleteAtVapi(parts, call.id)
}

/** Records events of one call. */
export async function recordEvents(
  parts: VapiParts,
  callId: number,
  call: VapiCall,
  events: VoiceEvent[],
): Promise<void> {
  const record: CallEvents = { callId, events, provider: 'vapi', providerCallId: call.id }
  if (events.length > 0) await parts.hooks.sink([record])
}
