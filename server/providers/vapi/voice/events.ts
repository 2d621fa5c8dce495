// Maps Vapi's call data to our events. A report and a look-up of the same call give the same event keys, so that
// nothing is stored twice.

import type { CallResponse } from '#contract/calls.ts'
import { cutText, manyLines } from '#contract/plain-text.ts'
import type { TranscriptLine } from '#contract/transcript.ts'
import type { OfferedSlot, VoiceEvent } from '#server/providers/ports/voice.ts'
import { instantOf, readToolCall, type VapiCall, type VapiLine } from '../message.ts'
import { outcomeOf } from './outcome.ts'
import { offersMenu } from './spoken-menu.ts'
import { asksToStop, mayAskToStop } from './stop-words.ts'
import { TOOLS } from './tools.ts'

/** The answer to a failed tool call; `missedChoices` recognises by it that nothing was stored. */
export const NOT_RECORDED =
  'That did not work just now. Say that you could not note it, and offer to have a person call back.'

const MOST_LINES = 2000
const MOST_CHARACTERS = 4000

/** An event's key, made here because Vapi's messages have no ids. */
export const keyOf = (vapiId: string, ...parts: string[]): string => ['vapi', vapiId, ...parts].join(':')

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
}

/** All events of a call that was looked up or reported as ended. */
export function eventsOfCall(call: VapiCall, known: CallFacts): VoiceEvent[] {
  const started = instantOf(call.startedAt)
  if (!call.endedReason && call.status !== 'ended') {
    const at = started ?? instantOf(call.updatedAt) ?? instantOf(call.createdAt)
    return at && call.status ? eventsOfStatus(call.id, call.status, at) : []
  }
  return eventsOfEnd(call, known)
}

/** Vapi reports the end reason shortly after the call ended. An earlier look-up would have to guess the outcome. */
const REASON_AFTER_MS = 5 * 60_000

/** Whether a call has just ended and Vapi has not reported a reason yet. */
export function awaitsReason(call: VapiCall, now: Date): boolean {
  if (call.status !== 'ended' || call.endedReason) return false
  const ended = instantOf(call.endedAt) ?? instantOf(call.updatedAt)
  return ended === null || now.getTime() - ended.getTime() < REASON_AFTER_MS
}

function eventsOfEnd(call: VapiCall, { declined, offered }: CallFacts): VoiceEvent[] {
  const lines = call.artifact?.messages ?? []
  const started = instantOf(call.startedAt)
  const ended = instantOf(call.endedAt) ?? instantOf(call.updatedAt) ?? started ?? instantOf(call.createdAt)
  const at = ended ?? new Date(0)
  const missed = missedChoices(call, { lines, offered, end: at })
  const spoken = transcriptLines(call, lines)
  const chosen = lines.some((line) => toolsIn(line).length > 0)
  const heard = chosen || spoken.some(({ speaker }) => speaker === 'caller')
  const { outcome, message } = outcomeOf({
    endedReason: call.endedReason ?? '',
    started: started !== null,
    heard,
    chose: lines.some((line) => toolsIn(line).some(({ name }) => name === TOOLS.choose)),
  })
  const talked = outcome === 'human' || (outcome === 'unknown' && started !== null && heard)
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
  if (!talked) {
    // a machine's transcript and recording are not stored
    return outcome === 'voicemail' ? [...events, recordingFailed(call.id, at)] : events
  }
  return [
    { key: keyOf(call.id, 'answered'), at: started ?? at, kind: 'answered' },
    ...missed,
    ...stopIn(call.id, spoken, at),
    ...unclearStopIn(call.id, spoken, { started: started ?? at, ended: at }),
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
function stopIn(vapiId: string, spoken: readonly TranscriptLine[], at: Date): VoiceEvent[] {
  const isSaid = spoken.some(({ speaker, text }) => speaker === 'caller' && asksToStop(text))
  if (!isSaid) return []
  return [{ key: keyOf(vapiId, 'said-stop'), at, kind: 'option', option: 'option_4', source: 'voice' }]
}

/** The person's last words that may be an opt-out, at the time of speech. */
function unclearStopIn(
  vapiId: string,
  spoken: readonly TranscriptLine[],
  { started, ended }: { started: Date; ended: Date },
): VoiceEvent[] {
  const said = spoken.findLast(({ speaker, text }) => speaker === 'caller' && mayAskToStop(text))
  if (!said) return []
  const at = new Date(Math.min(started.getTime() + said.at * 1000, ended.getTime()))
  return [{ key: keyOf(vapiId, 'said-unclear'), at, kind: 'opt_out_unclear', text: said.text }]
}

/** The assistant offers the menu in its own words: one line that names a key or two of the choices. */
function menuIn(vapiId: string, spoken: readonly TranscriptLine[], at: Date): VoiceEvent[] {
  const isOffered = spoken.some(({ speaker, text }) => speaker === 'agent' && offersMenu(text))
  return isOffered ? [{ key: keyOf(vapiId, 'menu'), at, kind: 'menu' }] : []
}

function transcriptLines(call: VapiCall, lines: readonly VapiLine[]): TranscriptLine[] {
  const spoken = lines.flatMap(spokenLine).slice(0, MOST_LINES)
  return spoken.length > 0 ? spoken : fromText(call.artifact?.transcript ?? '')
}

function transcriptOf(call: VapiCall, transcript: readonly TranscriptLine[], at: Date): VoiceEvent[] {
  const summary = cutText(manyLines(call.analysis?.summary ?? ''), MOST_CHARACTERS) || null
  if (transcript.length === 0 && summary === null) return []
  // the summary may arrive after the transcript
  const key = keyOf(call.id, 'transcript', summary === null ? 'words' : 'with-summary')
  return [{ key, at, kind: 'transcript', lines: [...transcript], summary }]
}

function spokenLine({ role, message, secondsFromStart }: VapiLine): TranscriptLine[] {
  const speaker = role === 'user' ? 'caller' : role === 'bot' || role === 'assistant' ? 'agent' : null
  const text = cutText(manyLines(message ?? ''), MOST_CHARACTERS)
  if (!speaker || !text) return []
  return [{ at: Math.max(0, Math.round((secondsFromStart ?? 0) * 10) / 10), speaker, text }]
}

/** Parses 'AI: Hello.\nUser: Yes?', for calls without separate lines. */
function fromText(transcript: string): TranscriptLine[] {
  return transcript
    .split('\n')
    .slice(0, MOST_LINES)
    .flatMap((row) => {
      const [, speaker, text] = /^(AI|Assistant|Bot|User|Customer): (.+)$/i.exec(row.trim()) ?? []
      if (!speaker || !text) return []
      return spokenLine({ role: /^(user|customer)$/i.test(speaker) ? 'user' : 'bot', message: text })
    })
}

/** The tool calls of a transcript line. */
export function toolsIn(line: VapiLine): ReturnType<typeof readToolCall> {
  return (line.toolCalls ?? []).flatMap(readToolCall)
}

/** Choices whose tool call never reached us, or failed when it did. */
function missedChoices(
  { id: vapiId }: VapiCall,
  { lines, offered, end }: { lines: readonly VapiLine[]; offered: readonly OfferedSlot[]; end: Date },
): VoiceEvent[] {
  const answered = new Set(
    lines.flatMap(({ toolCallId, result }) =>
      toolCallId && result && !result.includes(NOT_RECORDED) ? toolCallId : [],
    ),
  )
  return lines.flatMap((line) =>
    toolsIn(line)
      .filter(({ id }) => !answered.has(id))
      .flatMap(({ id, name, arguments: args }): VoiceEvent[] => {
        const at = instantOf(line.time) ?? end
        const key = keyOf(vapiId, 'unheard', id)
        if (name === TOOLS.person) return [{ key, at, kind: 'operator' }]
        if (name === TOOLS.recording) return [{ key, at, kind: 'recording_declined' }]
        const option = name === TOOLS.choose ? optionIn(args.option) : null
        if (!option) return []
        const slot = option === 'option_2' ? slotIn(offered, args.slot) : null
        return [{ key, at, kind: 'option', option, source: sourceIn(args.by), ...(slot && { slot }) }]
      }),
  )
}

/** '1', 1, 'option_1' or 'Option 1'; null for anything else. */
export function optionIn(value: unknown): CallResponse | null {
  const digit = /^(?:option[ _-]?)?([1-4])$/i.exec(String(value).trim())?.[1]
  // the pattern allows only these four
  return digit ? (`option_${digit}` as CallResponse) : null
}

/** The meeting time that was named, if it was offered in the call; null for anything else. */
export function slotIn(offered: readonly OfferedSlot[], value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  const text = value.replaceAll(/[[\]]/g, ' ').trim().toLowerCase()
  const found = offered.find(
    ({ start, spoken }) => Date.parse(start) === Date.parse(text) || spoken.toLowerCase() === text,
  )
  return found?.start ?? null
}

export const sourceIn = (value: unknown): 'key' | 'voice' => (value === 'key' ? 'key' : 'voice')

/** Whether the transcript shows that the person declined the recording. */
export function declinedIn(call: VapiCall): boolean {
  return (call.artifact?.messages ?? []).some((line) =>
    toolsIn(line).some(({ name }) => name === TOOLS.recording),
  )
}

/** Whether Vapi must delete the call's data: a machine answered, or the person declined the recording. */
export function isToBeDeleted(call: VapiCall, { declined }: Pick<CallFacts, 'declined'>): boolean {
  return declined || /voicemail/i.test(call.endedReason ?? '')
}
