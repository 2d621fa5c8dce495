// Decides what is known of a call from the events that its provider told, whatever their order and number.

import type {
  CallOutcome,
  CallResponse,
  CallStatus,
  RecordingStatus,
  TranscriptLine,
} from '#contract/calls.ts'
import { callRank, outcomeTable } from '#contract/calls.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'

/** An event as stored: each key once. */
export type StoredEvent = VoiceEvent & { receivedAt: Date }
type EventOf<Kind extends VoiceEvent['kind']> = Extract<StoredEvent, { kind: Kind }>

/** Key of our own event for a call that was placed and then not dialled. */
export const WITHDRAWN = 'withdrawn'

/** What turns a time of the provider's clock into a real one. */
export interface CallClock {
  createdAt: Date
  /** The simulator tells its own time of events; every other provider the real one. */
  simulated: boolean
  /** The calling clock at `createdAt`; null where it is the real time. */
  simulatedAt: Date | null
  clockSpeed: number
}

export interface CallState {
  status: CallStatus
  outcome: CallOutcome | null
  response: CallResponse | null
  /** Seconds from the answer to the end on the provider's clock; null while open and where nobody knows. */
  duration: number | null
  recordingStatus: RecordingStatus
  recordingRef: string | null
  transcript: TranscriptLine[]
  summary: string | null
  /** What the provider took, a decimal; with `costCurrency`, ISO 4217. */
  cost: string | null
  costCurrency: string | null
  failure: string | null
  /** When it was answered; null where it was not. Real time. */
  callStartTime: Date | null
  /** Real time. */
  callEndTime: Date | null
}

/** The state of a call after its events. The same set of events gives the same state in any order. */
export function callStateOf(events: readonly StoredEvent[], clock: CallClock): CallState {
  const ordered = [...new Map(events.map((event) => [event.key, event])).values()].sort(inTime)
  const end = endOf(ordered)
  const outcome = end?.outcome ?? null
  const answer = ordered.find((event) => event.kind === 'answered')
  const transcript = lastOf(ordered, 'transcript')
  const cost = lastOf(ordered, 'cost')
  return {
    status: outcome ? outcomeTable[outcome].status : liveStatus(ordered),
    outcome,
    response: responseOf(ordered),
    duration: end && outcome !== 'unknown' ? Math.max(0, Math.round(end.durationSeconds)) : null,
    ...recordingOf(ordered),
    transcript: transcript?.lines ?? [],
    summary: transcript?.summary ?? null,
    cost: cost?.amount ?? null,
    costCurrency: cost?.currency ?? null,
    failure: end?.message ?? null,
    callStartTime: answer ? realTime(answer, clock) : null,
    callEndTime: end ? realTime(end, clock) : null,
  }
}

/** Earliest first by the provider's own time; what has one time is ordered by its name. */
function inTime(a: StoredEvent, b: StoredEvent): number {
  return a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1)
}

function lastOf<Kind extends VoiceEvent['kind']>(
  ordered: readonly StoredEvent[],
  kind: Kind,
): EventOf<Kind> | undefined {
  // the kind is what tells the events apart
  return ordered.findLast((event) => event.kind === kind) as EventOf<Kind> | undefined
}

/** The end that counts: the highest rank, among equals the latest. */
function endOf(ordered: readonly StoredEvent[]): EventOf<'ended'> | undefined {
  let best: EventOf<'ended'> | undefined
  for (const event of ordered) {
    if (event.kind === 'ended' && (!best || endRank(event) >= endRank(best))) best = event
  }
  return best
}

function endRank({ outcome }: EventOf<'ended'>): number {
  return callRank(outcomeTable[outcome].status, outcome)
}

/** Kinds that nothing but a conversation can bring about, so they tell of an answer that was lost. */
const conversation: readonly VoiceEvent['kind'][] = ['answered', 'option', 'operator', 'recording_declined']

function liveStatus(ordered: readonly StoredEvent[]): CallStatus {
  if (ordered.some((event) => conversation.includes(event.kind))) return 'answered'
  return ordered.some((event) => event.kind === 'ringing') ? 'ringing' : 'initiated'
}

/** An opt-out is final; else the last choice counts. */
function responseOf(ordered: readonly StoredEvent[]): CallResponse | null {
  const options = ordered.filter((event) => event.kind === 'option').map((event) => event.option)
  return options.includes('option_4') ? 'option_4' : (options.at(-1) ?? null)
}

/** What the person refused is not kept, whatever was announced; else complete beats failed beats under way. */
function recordingOf(ordered: readonly StoredEvent[]): Pick<CallState, 'recordingStatus' | 'recordingRef'> {
  const told = ordered.filter((event) => event.kind === 'recording')
  if (told.length === 0 || ordered.some((event) => event.kind === 'recording_declined'))
    return { recordingStatus: 'missing', recordingRef: null }
  const complete = told.findLast((event) => event.status === 'completed' && event.ref !== null)
  if (complete) return { recordingStatus: 'completed', recordingRef: complete.ref }
  const failed = told.some((event) => event.status === 'failed')
  return { recordingStatus: failed ? 'failed' : 'recording', recordingRef: null }
}

/** The real time of an event. Nothing happened after it was heard of, as a clock made faster meanwhile would have it. */
export function realTime(event: StoredEvent, clock: CallClock): Date {
  if (!clock.simulated || !clock.simulatedAt) return event.at
  const elapsed = (event.at.getTime() - clock.simulatedAt.getTime()) / clock.clockSpeed
  return new Date(Math.min(Math.round(clock.createdAt.getTime() + elapsed), event.receivedAt.getTime()))
}
