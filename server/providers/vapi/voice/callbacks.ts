import type { CallEvents, VoiceEvent } from '#server/providers/ports/voice.ts'
import { instantOf, type VapiCall, type VapiMessage } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { deleteAtVapi } from './delete-call.ts'
import { declinedIn, eventsOfCall, eventsOfStatus, isToBeDeleted, keyOf } from './events.ts'
import { asksToStop } from './stop-words.ts'
import { findLive, storeDeclined } from './store.ts'

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
    case 'transcript':
      return recordEvents(parts, callId, call, eventsOfSpeech(parts, call, message, at))
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

/** Speech is not stored; it shows that the line was answered, and a 'stop' in it always counts. */
function eventsOfSpeech(parts: VapiParts, call: VapiCall, message: VapiMessage, at: Date): VoiceEvent[] {
  const since = instantOf(call.startedAt) ?? at
  const { role, transcript, transcriptType } = message
  if (role !== 'user' || transcriptType === 'partial' || !transcript) return []
  return [
    ...(isFirstSpeech(parts, call.id)
      ? [{ key: keyOf(call.id, 'answered'), at: since, kind: 'answered' } as const]
      : []),
    ...(asksToStop(transcript)
      ? [
          {
            key: keyOf(call.id, 'said-stop'),
            at,
            kind: 'option',
            option: 'option_4',
            source: 'voice',
          } as const,
        ]
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
  await recordEvents(parts, callId, call, eventsOfCall(call, { declined, offered: live?.offered ?? [] }))
  if (isToBeDeleted(call, { declined })) await deleteAtVapi(parts, call.id)
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
