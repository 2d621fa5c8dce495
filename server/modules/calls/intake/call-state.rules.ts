// Decides the state of a call from its provider's events, whatever their order and number.

import type { CallOutcome, CallResponse, CallStatus, RecordingStatus } from '#contract/calls/calls.ts'
import { callRank, outcomeTable } from '#contract/calls/calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { meetingText } from '../call-details.rules.ts'
import { linesOfReadings } from '../transcripts/readings.rules.ts'

/** An event as stored: each key once. */
export type StoredEvent = VoiceEvent & { receivedAt: Date }
type EventOf<Kind extends VoiceEvent['kind']> = Extract<StoredEvent, { kind: Kind }>

/** Key of our own event for a call that was placed and certainly not dialled. */
export const WITHDRAWN = 'withdrawn'
const WITHDRAWN_KEY = `own:${WITHDRAWN}`

/** Converts times on the provider's clock to real time. */
export interface CallClock {
  createdAt: Date
  /** The simulator reports events on its own clock; every other provider in real time. */
  simulated: boolean
  /** The calling clock at `createdAt`; null when it is the real time. */
  simulatedAt: Date | null
  clockSpeed: number
}

export interface CallState {
  status: CallStatus
  outcome: CallOutcome | null
  response: CallResponse | null
  /** The menu was played, or one of its offers chosen. */
  menuPlayed: boolean
  /** Seconds from answer to end on the provider's clock; null while open or when unknown. */
  duration: number | null
  recordingStatus: RecordingStatus
  recordingRef: string | null
  transcript: TranscriptLine[]
  summary: string | null
  /** The provider's price, a decimal; with `costCurrency`, ISO 4217. */
  cost: string | null
  costCurrency: string | null
  failure: string | null
  /** Certainly not dialled, so that it uses up no attempt; a later report of the provider changes the outcome only. */
  withdrawn: boolean
  /** When the call was answered; null when it was not. Real time. */
  callStartTime: Date | null
  /** Real time. */
  callEndTime: Date | null
}

/** The state of a call after its events. The same set of events gives the same state in any order. */
export function callStateOf(events: readonly StoredEvent[], clock: CallClock): CallState {
  const ordered = [...new Map(events.map((event) => [event.key, event])).values()].sort(byTime)
  const end = endOf(ordered)
  const outcome = end?.outcome ?? null
  const answer = ordered.find((event) => event.kind === 'answered')
  const transcript = lastOf(ordered, 'transcript')
  const cost = lastOf(ordered, 'cost')
  return {
    status: outcome ? outcomeTable[outcome].status : liveStatus(ordered),
    outcome,
    response: responseOf(ordered),
    menuPlayed: ordered.some(showsMenu),
    duration: end && outcome !== 'unknown' ? Math.max(0, Math.round(end.durationSeconds)) : null,
    ...recordingOf(ordered),
    transcript: transcript?.lines ?? linesOfReadings(ordered, answer?.at ?? null),
    summary: summaryOf(transcript?.summary ?? null, lastOf(ordered, 'meeting')),
    cost: cost?.amount ?? null,
    costCurrency: cost?.currency ?? null,
    failure: end?.message ?? null,
    withdrawn: ordered.some(({ key }) => key === WITHDRAWN_KEY),
    callStartTime: answer ? realTime(answer, clock) : null,
    callEndTime: end ? realTime(end, clock) : null,
  }
}

/** The provider's words, and what became of the meeting where that is something else. */
function summaryOf(summary: string | null, meeting: EventOf<'meeting'> | undefined): string | null {
  if (!meeting) return summary
  return [summary, `${meetingText(meeting)}.`].filter((part) => part !== null).join(' ')
}

/** Earliest first by the provider's clock; events of the same instant are ordered by key. */
function byTime(a: StoredEvent, b: StoredEvent): number {
  return a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1)
}

function lastOf<Kind extends VoiceEvent['kind']>(
  ordered: readonly StoredEvent[],
  kind: Kind,
): EventOf<Kind> | undefined {
  // the kind discriminates the union, which findLast does not infer
  return ordered.findLast((event) => event.kind === kind) as EventOf<Kind> | undefined
}

/** The end that counts: the highest rank, and the latest among equals. */
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

/** Kinds that only a conversation produces, so they imply an answer even if its event was lost. */
const conversation: readonly VoiceEvent['kind'][] = [
  'answered',
  'answered_by',
  'menu',
  'understood',
  'option',
  'unconfirmed',
  'operator',
  'opt_out_unclear',
  'callback_requested',
  'recording_declined',
]

function liveStatus(ordered: readonly StoredEvent[]): CallStatus {
  if (ordered.some((event) => conversation.includes(event.kind))) return 'answered'
  return ordered.some((event) => event.kind === 'ringing') ? 'ringing' : 'initiated'
}

/**
 * Words that may be an opt-out, where a person ended the call without an answer to the question: no choice, no request for
 * a person and no denial follows them.
 */
export function unansweredOptOut(
  events: readonly StoredEvent[],
  { outcome }: Pick<CallState, 'outcome'>,
): EventOf<'opt_out_unclear'> | null {
  if (outcome !== 'human' && outcome !== 'unknown') return null
  const ordered = [...events].sort(byTime)
  const said = lastOf(ordered, 'opt_out_unclear')
  if (!said) return null
  const isAnswered = ordered
    .slice(ordered.indexOf(said) + 1)
    .some((event) => event.kind === 'option' || event.kind === 'operator' || isDenial(event))
  const optedOut = responseOf(ordered) === 'option_4'
  return isAnswered || optedOut ? null : said
}

/** The last wish to be called at a time that the person affirmed, unless they opted out. */
export function callbackIn(events: readonly StoredEvent[]): EventOf<'callback_requested'> | null {
  const ordered = [...events].sort(byTime)
  return responseOf(ordered) === 'option_4' ? null : (lastOf(ordered, 'callback_requested') ?? null)
}

/** Wishes that were read back, not affirmed, and not carried out otherwise in the same call. */
export function unconfirmedIn(events: readonly StoredEvent[]): EventOf<'unconfirmed'>['wish'][] {
  const done = new Set(events.map((event) => (event.kind === 'option' ? event.option : event.kind)))
  if (done.has('option_4')) return []
  const found = new Set(events.flatMap((event) => (event.kind === 'unconfirmed' ? [event.wish] : [])))
  return [...found].filter((wish) => !done.has(wish === 'callback' ? 'callback_requested' : wish))
}

/** A no to the question whether they want no more calls. */
const isDenial = (event: StoredEvent): boolean =>
  event.kind === 'understood' && event.answer?.to === 'option_4' && event.answer.is === 'refused'

/** An opt-out is final; otherwise the last choice counts. */
function responseOf(ordered: readonly StoredEvent[]): CallResponse | null {
  const options = ordered.filter((event) => event.kind === 'option').map((event) => event.option)
  return options.includes('option_4') ? 'option_4' : (options.at(-1) ?? null)
}

/** An opt-out can precede the menu: the greeting offers it. */
function showsMenu(event: StoredEvent): boolean {
  return event.kind === 'menu' || (event.kind === 'option' && event.option !== 'option_4')
}

/** A refused recording counts as missing whatever was reported; otherwise completed beats failed beats recording. */
function recordingOf(ordered: readonly StoredEvent[]): Pick<CallState, 'recordingStatus' | 'recordingRef'> {
  const recordings = ordered.filter((event) => event.kind === 'recording')
  if (recordings.length === 0 || ordered.some((event) => event.kind === 'recording_declined'))
    return { recordingStatus: 'missing', recordingRef: null }
  const complete = recordings.findLast((event) => event.status === 'completed' && event.ref !== null)
  if (complete) return { recordingStatus: 'completed', recordingRef: complete.ref }
  const failed = recordings.some((event) => event.status === 'failed')
  return { recordingStatus: failed ? 'failed' : 'recording', recordingRef: null }
}

/** The real time of an event, capped at its receipt: a clock sped up since then would place it in the future. */
export function realTime(event: Pick<StoredEvent, 'at' | 'receivedAt'>, clock: CallClock): Date {
  if (!clock.simulated || !clock.simulatedAt) return event.at
  const elapsed = (event.at.getTime() - clock.simulatedAt.getTime()) / clock.clockSpeed
  return new Date(Math.min(Math.round(clock.createdAt.getTime() + elapsed), event.receivedAt.getTime()))
}
