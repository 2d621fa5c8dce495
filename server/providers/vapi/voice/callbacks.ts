import type { CallEvents, VoiceEvent } from '#server/providers/ports/voice.ts'
import { instantOf, type VapiCall, type VapiMessage } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { deleteAtVapi } from './delete-call.ts'
import { declinedIn, eventsOfCall, eventsOfStatus, isToBeDeleted, keyOf } from './events.ts'
import { asksToStop } from './stop-words.ts'
import { findLive, noteDeclined } from './store.ts'

/** A message about a call of ours, whose end, if it tells of one, is stored when this resolves. */
export async function receiveCallMessage(
  parts: VapiParts,
  callId: number,
  { call, message }: { call: VapiCall; message: VapiMessage },
): Promise<void> {
  const at = instantOf(message.timestamp) ?? parts.now()
  switch (message.type) {
    case 'status-update': {
      const status = message.status ?? ''
      const since = status === 'in-progress' ? instantOf(call.startedAt) : null
      return tell(parts, callId, call, eventsOfStatus(call.id, status, since ?? at))
    }
    case 'transcript':
      return tell(parts, callId, call, eventsOfSpeech(parts, call, message, at))
    case 'end-of-call-report':
      return receiveReport(parts, callId, { ...call, endedReason: call.endedReason ?? '', status: 'ended' })
  }
}

/** Calls whose voices were heard, by process: telling it once is enough, and again does no harm. */
const heard = new WeakMap<VapiParts, Set<string>>()
const MOST_HEARD = 10_000

function isFirstHeard(parts: VapiParts, vapiId: string): boolean {
  const calls = heard.get(parts) ?? new Set()
  if (calls.has(vapiId)) return false
  if (calls.size >= MOST_HEARD) calls.clear()
  heard.set(parts, calls.add(vapiId))
  return true
}

/** Nothing of it is kept; that somebody speaks shows that the line was answered, and 'stop' is obeyed in any case. */
function eventsOfSpeech(parts: VapiParts, call: VapiCall, message: VapiMessage, at: Date): VoiceEvent[] {
  const since = instantOf(call.startedAt) ?? at
  const { role, transcript, transcriptType } = message
  if (role !== 'user' || transcriptType === 'partial' || !transcript) return []
  return [
    ...(isFirstHeard(parts, call.id)
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
  const declined = live?.declined === true || declinedIn(call)
  // the tool call itself may have been lost
  if (declined && live?.declined === false) await noteDeclined(parts.db, callId)
  await tell(parts, callId, call, eventsOfCall(call, { declined }))
  if (isToBeDeleted(call, { declined })) await deleteAtVapi(parts, call.id)
}

/** Takes in what was told of one call. */
export async function tell(
  parts: VapiParts,
  callId: number,
  call: VapiCall,
  events: VoiceEvent[],
): Promise<void> {
  const told: CallEvents = { callId, events, provider: 'vapi', providerCallId: call.id }
  if (events.length > 0) await parts.hooks.sink([told])
}
