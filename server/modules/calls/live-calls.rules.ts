// Derives the stage of a call in progress, and its latest line.

import type { CallResponse, CallStatus } from '#contract/calls/calls.ts'
import type { CallStage, LiveCall } from '#contract/calls/live-calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { describeEvent } from './call-details.rules.ts'

/** Events that are more specific than the stage. */
const telling: readonly VoiceEvent['kind'][] = [
  'answered_by',
  'option',
  'operator',
  'opt_out_unclear',
  'recording_declined',
  'meeting',
  'handed_over',
]

/** The menu is read as 'Press 1 and …'; the greeting names keys too, further back. */
const MENU = /^press [1-4]\b/i

interface Progress {
  call: { status: CallStatus; response: CallResponse | null }
  /** In the order of their times. */
  events: readonly VoiceEvent[]
  /** From providers that report it during the call. */
  said: TranscriptLine | undefined
}

export function stageOf({ call: { status, response }, events, said }: Progress): CallStage {
  if (status === 'initiated') return 'dialling'
  if (status === 'ringing') return 'ringing'
  if (response) return 'chose'
  if (events.some(({ kind }) => kind === 'operator')) return 'operator'
  return said?.speaker === 'agent' && MENU.test(said.text) ? 'menu' : 'talking'
}

/** The latest spoken line, or else the latest event that is more specific than the stage. */
export function lastOf({ events, said }: Pick<Progress, 'events' | 'said'>): LiveCall['last'] {
  if (said) return { speaker: said.speaker, text: said.text }
  const event = events.findLast(({ kind }) => telling.includes(kind))
  return event ? { speaker: null, text: describeEvent(event) } : null
}
