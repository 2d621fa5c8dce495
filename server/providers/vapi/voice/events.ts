// Maps Vapi's call data to our events. A report and a look-up of the same call give the same event keys, so that
// nothing is stored twice.

import type { CallOutcome } from '#contract/calls/calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import { cutText, manyLines } from '#contract/plain-text.ts'
import { type Answerer, whoAnswered } from '#server/conversation/who-answered.ts'
import { answeredBy } from '#server/providers/live/answered-by.ts'
import type { OfferedSlot, VoiceEvent } from '#server/providers/ports/voice.ts'
import { instantOf, type VapiCall } from '../message.ts'
import type { Conversation } from './acceptance.ts'
import { analysedAnswerer, answererIn, type TranscriptAnswerer } from './answerer.ts'
import { keyOf } from './event-key.ts'
import { missedChoices, toolsIn } from './missed-choices.ts'
import { outcomeOf } from './outcome.ts'
import { saidStop } from './said-stop.ts'
import { offersMenu } from './spoken-menu.ts'
import { asksToStop, declinesRecording, mayAskToStop } from './stop-words.ts'
import { TOOLS } from './tools.ts'
import { lineOf, transcriptLines } from './transcript.ts'

const MAX_CHARACTERS = 4000

/** The events of a status. The end is taken from the report, which contains the duration. */
export function eventsOfStatus(vapiId: string, status: string, at: Date): VoiceEvent[] {
  if (status === 'ringing') return [{ key: keyOf(vapiId, 'ringing'), at, kind: 'ringing' }]
  if (status === 'in-progress')
    return [
      { key: keyOf(vapiId, 'answered'), at, kind: 'answered' },
      { key: keyOf(vapiId, 'recording', 'begun'), at, kind: 'recording', status: 'recording', ref: null },
    ]
  if (status === 'forwarding')
    return [{ key: keyOf(vapiId, 'forwarding'), at, kind: 'operator', connected: true }]
  return []
}

export interface CallFacts {
  /** The person declined the recording. */
  declined: boolean
  /** The meeting times offered in the call. */
  offered: readonly OfferedSlot[]
  /** The options of the call's menu; null: not stored. */
  menu: readonly string[] | null
  /** The clock by which the person names times. */
  clock: Conversation['clock']
  /** First name of the called person. */
  calledName: string | null
  /** The last stored event about the answering party. */
  answerer: Answerer | null
}

/** All events of a call that was looked up or reported as ended. */
export function eventsOfCall(call: VapiCall, facts: CallFacts): VoiceEvent[] {
  const started = instantOf(call.startedAt)
  if (!call.endedReason && call.status !== 'ended') {
    const at = started ?? instantOf(call.updatedAt) ?? instantOf(call.createdAt)
    return at && call.status ? eventsOfStatus(call.id, call.status, at) : []
  }
  return eventsOfEnd(call, facts)
}

/** Vapi reports the end reason shortly after the call ended. An earlier look-up would have to guess the outcome. */
const REASON_AFTER_MS = 5 * 60_000

/** Whether a call has just ended and Vapi has not reported a reason yet. */
export function awaitsReason(call: VapiCall, now: Date): boolean {
  if (call.status !== 'ended' || call.endedReason) return false
  const ended = instantOf(call.endedAt) ?? instantOf(call.updatedAt)
  return ended === null || now.getTime() - ended.getTime() < REASON_AFTER_MS
}

/** The end of a call as its reason and its transcript show it. */
function endOf(call: VapiCall, { calledName }: Pick<CallFacts, 'calledName'>) {
  const lines = call.artifact?.messages ?? []
  const spoken = transcriptLines(call, lines)
  const chosen = lines.some((line) => toolsIn(line).some(({ name }) => name !== TOOLS.answerer))
  const hasSpeech = chosen || spoken.some(({ speaker }) => speaker === 'caller')
  const transcript = lines.length > 0 ? lines : spoken.map(lineOf)
  const read = answererIn(transcript, calledName ?? undefined)
  const isOpen = read.who === null || read.who === 'unclear'
  const answerer = isOpen ? (analysedAnswerer(call) ?? silenceIn(call, hasSpeech) ?? read.who) : read.who
  const end = outcomeOf({
    endedReason: call.endedReason ?? '',
    started: instantOf(call.startedAt) !== null,
    hasSpeech,
    chose: lines.some((line) => toolsIn(line).some(({ name }) => name === TOOLS.choose)),
    answerer: read.hasPerson ? null : answerer,
  })
  return { ...end, lines, spoken, hasSpeech, read: { ...read, who: answerer } }
}

/** A call without a word that lasted longer than two questions. */
function silenceIn({ startedAt, endedAt }: VapiCall, hasSpeech: boolean): Answerer | null {
  const [started, ended] = [instantOf(startedAt), instantOf(endedAt)]
  if (hasSpeech || !started || !ended) return null
  return whoAnswered({ utterances: [], silence: (ended.getTime() - started.getTime()) / 1000 }).who
}

function eventsOfEnd(call: VapiCall, facts: CallFacts): VoiceEvent[] {
  const { declined } = facts
  const { outcome, message, lines, spoken, hasSpeech, read } = endOf(call, facts)
  const started = instantOf(call.startedAt)
  const ended = instantOf(call.endedAt) ?? instantOf(call.updatedAt) ?? started ?? instantOf(call.createdAt)
  const at = ended ?? new Date(0)
  const talked = outcome === 'human' || (outcome === 'unknown' && started !== null && hasSpeech)
  const lasted = started && ended ? Math.max(0, (ended.getTime() - started.getTime()) / 1000) : 0
  const events: VoiceEvent[] = [
    {
      // includes the outcome, so that a later, more complete report is not dropped as a repeat
      key: keyOf(call.id, 'ended', outcome),
      at,
      kind: 'ended',
      outcome,
      durationSeconds: talked ? lasted : 0,
      message,
    },
    ...costOf(call, at),
  ]
  const who = started ? whoIn(call.id, read, { at, facts }) : []
  if (!talked) {
    // a machine's transcript and recording are not stored
    return isWithoutPerson(outcome)
      ? [...who, ...relayedStopIn(call.id, read, at), ...events, recordingFailed(call.id, at)]
      : events
  }
  const times = { started: started ?? at, ended: at }
  const wishes = spoken.filter(({ text }) => !read.machineTexts.has(text))
  return [
    { key: keyOf(call.id, 'answered'), at: started ?? at, kind: 'answered' },
    ...who,
    ...missedChoices(call, { lines, spoken: wishes, end: at, machineTools: read.machineTools }, facts),
    ...relayedStopIn(call.id, read, at),
    ...stopIn(call.id, wishes, times),
    ...unclearStopIn(call.id, wishes, times),
    ...menuIn(call.id, spoken, at),
    // the transfer failed: the call was not taken over
    ...(/^call\.forwarding\./.test(call.endedReason ?? '')
      ? [{ key: keyOf(call.id, 'not-forwarded'), at, kind: 'operator' } as const]
      : []),
    ...transcriptOf(call, spoken, at),
    ...(declined ? [] : recordingOf(call, at)),
    ...events,
  ]
}

const isWithoutPerson = (outcome: CallOutcome): boolean =>
  ['voicemail', 'screened', 'silent'].includes(outcome)

/** The answerer, unless the events of the call's messages show it already or a person answered from the start. */
function whoIn(
  vapiId: string,
  { who, words }: Pick<TranscriptAnswerer, 'who' | 'words'>,
  { at, facts }: { at: Date; facts: Pick<CallFacts, 'answerer'> },
): VoiceEvent[] {
  const isPlain = who === 'unclear' || (who === 'person' && facts.answerer === null)
  if (who === null || who === facts.answerer || isPlain) return []
  return [{ key: keyOf(vapiId, 'who', who), at, ...answeredBy(who, words) }]
}

function relayedStopIn(
  vapiId: string,
  { relaysOptOut }: Pick<TranscriptAnswerer, 'relaysOptOut'>,
  at: Date,
): VoiceEvent[] {
  return relaysOptOut ? [relayedStop(vapiId, at)] : []
}

/** The opt-out that a call screener passes on for its owner. */
export const relayedStop = (vapiId: string, at: Date): VoiceEvent => ({
  ...{ key: keyOf(vapiId, 'relayed-stop'), at, kind: 'option', option: 'option_4', source: 'voice' },
  relayed: true,
})

function costOf(call: VapiCall, at: Date): VoiceEvent[] {
  if (call.cost === undefined || !Number.isFinite(call.cost) || call.cost < 0) return []
  const amount = call.cost.toFixed(4)
  // the cost grows while Vapi analyses the call: padded, so that of events at the same time the largest key is the last
  return [
    { key: keyOf(call.id, 'cost', amount.padStart(12, '0')), at, kind: 'cost', amount, currency: 'USD' },
  ]
}

function recordingFailed(vapiId: string, at: Date): VoiceEvent {
  return { key: keyOf(vapiId, 'recording', 'none'), at, kind: 'recording', status: 'failed', ref: null }
}

/** Records only that a recording exists: its address expires soon and is requested on download. */
function recordingOf(call: VapiCall, at: Date): VoiceEvent[] {
  const artifact: NonNullable<VapiCall['artifact']> = call.artifact ?? { recording: undefined }
  const named = [
    artifact.presignedMonoUrl,
    artifact.presignedStereoUrl,
    artifact.recordingUrl,
    artifact.stereoRecordingUrl,
  ].some(Boolean)
  const { recording } = artifact
  const held = typeof recording === 'object' && recording !== null && Object.keys(recording).length > 0
  if (!named && !held) return []
  const key = keyOf(call.id, 'recording')
  return [{ key, at, kind: 'recording', status: 'completed', ref: call.id }]
}

/** A wish to stop that no message of the call brought: the same event as if one had. */
function stopIn(vapiId: string, spoken: readonly TranscriptLine[], times: Times): VoiceEvent[] {
  const said = spoken.find(({ speaker, text }) => speaker === 'caller' && asksToStop(text))
  return said ? saidStop(stopKey(vapiId), said.text, timeOf(said, times)) : []
}

/** The same event whether a message of the call or its report shows the words. */
export const stopKey = (vapiId: string): string => keyOf(vapiId, 'said-stop')

type Times = Record<'started' | 'ended', Date>

const timeOf = ({ at }: TranscriptLine, { started, ended }: Times): Date =>
  new Date(Math.min(started.getTime() + at * 1000, ended.getTime()))

/** The person's last words that may be an opt-out, at the time of speech. */
function unclearStopIn(vapiId: string, spoken: readonly TranscriptLine[], times: Times): VoiceEvent[] {
  const said = spoken.findLast(({ speaker, text }) => speaker === 'caller' && mayAskToStop(text))
  if (!said) return []
  return [
    { key: keyOf(vapiId, 'said-unclear'), at: timeOf(said, times), kind: 'opt_out_unclear', text: said.text },
  ]
}

/** The assistant offers the menu in its own words: one line that names a key or two of the choices. */
function menuIn(vapiId: string, spoken: readonly TranscriptLine[], at: Date): VoiceEvent[] {
  const isOffered = spoken.some(({ speaker, text }) => speaker === 'agent' && offersMenu(text))
  return isOffered ? [{ key: keyOf(vapiId, 'menu'), at, kind: 'menu' }] : []
}

function transcriptOf(call: VapiCall, transcript: readonly TranscriptLine[], at: Date): VoiceEvent[] {
  const summary = cutText(manyLines(call.analysis?.summary ?? ''), MAX_CHARACTERS) || null
  if (transcript.length === 0 && summary === null) return []
  // the summary may arrive after the transcript
  const key = keyOf(call.id, 'transcript', summary === null ? 'words' : 'with-summary')
  return [{ key, at, kind: 'transcript', lines: [...transcript], summary }]
}

/** Whether the person declined the recording, by the assistant's tool or in words that the assistant ignored. */
export function declinedIn(call: VapiCall): boolean {
  const lines = call.artifact?.messages ?? []
  if (lines.some(({ role, message }) => role === 'user' && declinesRecording(message ?? ''))) return true
  return lines.some((line) => toolsIn(line).some(({ name }) => name === TOOLS.recording))
}

/** Whether Vapi must delete the call's data: no person answered, or the person declined the recording. */
export function isToBeDeleted(
  call: VapiCall,
  { declined, calledName }: Pick<CallFacts, 'declined' | 'calledName'>,
): boolean {
  return (
    declined ||
    /voicemail/i.test(call.endedReason ?? '') ||
    isWithoutPerson(endOf(call, { calledName }).outcome)
  )
}
