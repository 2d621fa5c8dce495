// Readings of utterances: how they are described, and the transcript lines that they make or annotate.

import type { SpokenLine, TranscriptLine } from '#contract/calls/transcript.ts'
import type { Label } from '#server/conversation/reading.ts'
import type { SpokenEvidence } from '#server/events.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'

/** Texts of labels, as the end of 'Understood: …'. */
export const meaningTexts: Record<Label, string> = {
  option_1: 'wants the link by SMS',
  option_2: 'wants a meeting',
  option_3: 'wants to start the accreditation',
  option_4: 'wants no more calls',
  operator: 'wants a person',
  record_off: 'does not want to be recorded',
  callback: 'wants to be called later',
  busy_now: 'cannot talk now',
  wrong_number: 'is not the person called',
  question: 'asks something',
  yes: 'yes',
  no: 'no',
  hold_on: 'asks to wait',
  slot: 'names a time',
  machine: 'a machine or an announcement',
  screener: 'a call screener',
  carrier_challenge: 'the carrier asks for a key or a word',
  receptionist: 'a colleague of the person called',
  person: 'a person answers',
  ack: 'nothing to act on',
  start: 'wants messages again',
  reaction: 'a reaction to a message',
  other: 'for staff to read',
  unclear: 'not understood',
}

export const answerTexts = { confirmed: 'confirmed', refused: 'refused' } as const

type Understood = Extract<VoiceEvent, { kind: 'understood' }>

/** Seconds before the end of an utterance that it starts: its recogniser reports the end only. */
const WORDS_A_SECOND = 2.5

/** The transcript of a call whose vendor brings none: the recognised words and the read-backs. */
export function linesOfReadings(ordered: readonly VoiceEvent[], answeredAt: Date | null): TranscriptLine[] {
  let last = 0
  return ordered.flatMap((event): TranscriptLine[] => {
    if (event.kind !== 'understood') return []
    const end = Math.max(0, (event.at.getTime() - (answeredAt ?? event.at).getTime()) / 1000)
    const { text, question } = event
    // the start of an utterance is an estimate: never before the line that precedes it
    const start = Math.max(last, startOf(text, end))
    last = Math.max(start, tenths(end))
    return [
      ...(text === '' ? [] : [{ at: start, speaker: 'caller' as const, text }]),
      ...(question === null ? [] : [{ at: last, speaker: 'agent' as const, text: question }]),
    ]
  })
}

/** The second of the recording at which an utterance that ended at `end` began. */
export const startOf = (text: string, end: number): number =>
  tenths(Math.max(0, end - text.split(/\s+/).length / WORDS_A_SECOND))

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10

/** The words from which an opt-out was read: of this event, else of the question that was affirmed. */
export function optOutEvidence(
  events: readonly VoiceEvent[],
  optOut: Pick<VoiceEvent, 'at'>,
): SpokenEvidence | null {
  const before = events.filter(({ at }) => at <= optOut.at)
  const read = before.findLast((event) => event.kind === 'understood' && event.meaning === 'option_4')
  const said = read ?? before.findLast(({ kind }) => kind === 'opt_out_unclear')
  return said?.kind === 'understood' || said?.kind === 'opt_out_unclear' ? evidenceOf(said, events) : null
}

/** @param said one of the events */
export function evidenceOf(
  said: Understood | Extract<VoiceEvent, { kind: 'opt_out_unclear' }>,
  events: readonly VoiceEvent[],
): SpokenEvidence {
  const [decisive] = said.kind === 'understood' ? said.evidence : []
  const answer = events.find(({ kind }) => kind === 'answered')
  return {
    text: said.text,
    rule: decisive?.rule ?? null,
    words: decisive?.words ?? null,
    second: answer ? startOf(said.text, (said.at.getTime() - answer.at.getTime()) / 1000) : null,
  }
}

/** Adds to each line how its words were understood, and to each read-back how it was answered. */
export function withReadings(lines: readonly TranscriptLine[], ordered: readonly VoiceEvent[]): SpokenLine[] {
  const spoken: SpokenLine[] = lines.map((line) => ({ ...line }))
  let from = 0
  let readBack: SpokenLine | undefined
  for (const event of ordered) {
    if (event.kind !== 'understood') continue
    const said = indexOf(spoken, { speaker: 'caller', text: event.text, from })
    if (said >= 0) {
      Object.assign(spoken[said] ?? {}, { understood: readingOf(event) })
      from = said + 1
    }
    if (readBack && event.answer) readBack.confirmation = event.answer.is
    if (event.answer) readBack = undefined
    if (event.question === null) continue
    const at = indexOf(spoken, { speaker: 'agent', text: event.question, from })
    readBack = at >= 0 ? spoken[at] : undefined
    if (readBack) readBack.confirmation = 'unanswered'
  }
  return spoken
}

function indexOf(
  lines: readonly SpokenLine[],
  wanted: Pick<TranscriptLine, 'speaker' | 'text'> & { from: number },
): number {
  return lines.findIndex(
    ({ speaker, text }, index) =>
      index >= wanted.from && speaker === wanted.speaker && wanted.text !== '' && text === wanted.text,
  )
}

const readingOf = ({ meaning, value, evidence }: Understood): NonNullable<SpokenLine['understood']> => ({
  meaning: meaningTexts[meaning],
  value,
  evidence: evidence.map(({ rule, words }) => ({ rule, words })),
})
