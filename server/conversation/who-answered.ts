// Classifies the answering party of a call from the first utterances and their timing. Pure.

import { interpret } from './interpret.ts'
import type { Label } from './reading.ts'

/** The other end of an answered line. `silence`: no words; `unclear`: inconclusive words. */
export const answerers = [
  ...(['person', 'receptionist', 'screener', 'carrier_challenge'] as const),
  ...(['voicemail', 'ivr', 'silence', 'unclear'] as const),
] as const
export type Answerer = (typeof answerers)[number]

/** Of the other end, in seconds from the answer. */
export interface Spoken {
  at: number
  until: number
  text: string
}

export interface Answering {
  /** Null before the first utterance. */
  who: Answerer | null
  /** The reading of the last utterance. */
  label: Label | null
  /** A call screener passed on that its owner wants no more calls. */
  relaysOptOut: boolean
  /** The last utterance, the context of the next one. */
  previous: string | null
}

export const UNANSWERED: Answering = { who: null, label: null, relaysOptOut: false, previous: null }

/** The longest wait for a person behind a screener, a carrier's challenge or a colleague. */
export const MAX_WAIT_SECONDS = 40
/** In this time the greeting and two questions have been spoken: a line without a word is silent. */
const SILENCE_SECONDS = 45
/** A person pauses earlier: a longer first utterance without a recognised wish is a recorded announcement. */
const ANNOUNCEMENT_SECONDS = 9

const machines: ReadonlySet<Answerer> = new Set(['screener', 'carrier_challenge', 'voicemail', 'ivr'])
export const isMachineAnswer = (who: Answerer | null): boolean => who !== null && machines.has(who)
export const isHumanAnswer = (who: Answerer | null): boolean => who === 'person' || who === 'receptionist'

/** @param opening.silence seconds without a word, up to now */
export function whoAnswered(opening: {
  utterances: readonly Spoken[]
  silence: number
  called?: string | undefined
}): Answering {
  const { utterances, silence, called } = opening
  const answering = utterances.reduce((state, spoken) => afterUtterance(state, spoken, called), UNANSWERED)
  return answering.who === null && silence >= SILENCE_SECONDS ? { ...answering, who: 'silence' } : answering
}

/** @param called first name of the called person */
export function afterUtterance(before: Answering, spoken: Spoken, called?: string): Answering {
  const { text } = spoken
  if (text.trim() === '') return before
  const alone = labelOf(text, { called })
  const previous = sameVoice(before, called)
  // a refusal counts after any earlier words, and a greeting is a new voice
  const isOwn = REFUSALS.has(alone) || (!isMachineLabel(alone) && GREETS.test(text))
  const label = previous && !isOwn ? labelOf(text, { called, previous }) : alone
  const relaysOptOut = label === 'option_4' && isRelayed(before.who, text)
  const current = relaysOptOut ? 'screener' : speakerOf(label, spoken)
  const speaker = isColleagueStill(before.who, current, text) ? 'receptionist' : current
  return { who: afterVoice(before.who, speaker, label), label, relaysOptOut, previous: text }
}

const isMachineLabel = (label: Label): boolean =>
  label === 'screener' || label === 'machine' || label === 'carrier_challenge'
const GREETS =
  /^\W*(?:(?:yes|yeah|yep|oh|okay|ok|sorry|um|uh|ah)\W+)*(?:hello|hullo|hi|hey|g'?day|good (?:morning|afternoon)|morning|speaking)\b/i
const REFUSALS: ReadonlySet<Label> = new Set(['option_4', 'record_off'])

/** The interpreter takes words without any sign for a person's: here they show nothing. */
const NO_SIGN = 'person.words'

function labelOf(
  text: string,
  { called, previous }: { called?: string | undefined; previous?: string | null },
): Label {
  const context = { ...(called && { called }), ...(previous && { previous }) }
  const { label, evidence } = interpret({ step: 'greeting', text, context })
  return evidence[0]?.rule === NO_SIGN ? 'unclear' : label
}

/**
 * The words before, where they are a screener's on their own: the next ones are probably the screener's too. Words that only
 * followed a screener's say nothing about the ones after them, so a person is misread once at most.
 */
function sameVoice({ who, previous }: Answering, called: string | undefined): string | null {
  return who === 'screener' && previous && labelOf(previous, { called }) === 'screener' ? previous : null
}

/** The owner of a screener is named in the third person; a screener's own words have no first person. */
const OWNER = /\b(?:the|this|your) (?:person|subscriber|customer|user|owner|recipient)\b/i
const FIRST_PERSON = /\b(?:i|i'm|i've|i'll|i'd|me|my|we|us|our)\b/i

/** A colleague who takes a message uses a screener's words: 'I will let them know.' A screener's name for its owner is its own. */
const isColleagueStill = (before: Answerer | null, current: Answerer, text: string): boolean =>
  before === 'receptionist' && current === 'screener' && !OWNER.test(text)

const isRelayed = (before: Answerer | null, text: string): boolean =>
  OWNER.test(text) || (before === 'screener' && !FIRST_PERSON.test(text))

const MENU =
  /\b(?:press|option|extension|menu|queue|queued|consultants?|training|closed|hours|next available|transferr?ed)\b/i
const MAILBOX =
  /\b(?:messages?|beep|tone|mail ?box|voice ?mail|message ?bank|after the (?:beep|tone)|not available)\b/i

/** A person's words on a silent line. */
const CALLS_OUT = /\b(?:hello|hullo|anybody|anyone|you there)\b/i

function speakerOf(label: Label, { at, until, text }: Spoken): Answerer {
  switch (label) {
    case 'screener':
    case 'carrier_challenge':
    case 'receptionist':
      return label
    case 'machine':
      return MENU.test(text) && !MAILBOX.test(text) ? 'ivr' : 'voicemail'
    case 'unclear':
      if (CALLS_OUT.test(text)) return 'person'
      return until - at >= ANNOUNCEMENT_SECONDS ? 'voicemail' : 'unclear'
    default:
      return 'person'
  }
}

/** Words with which a screener or a colleague only bridges the wait. */
const bridging: ReadonlySet<Label> = new Set(['hold_on', 'ack'])

function afterVoice(before: Answerer | null, current: Answerer, label: Label): Answerer {
  if (current === 'unclear') return before ?? 'unclear'
  const isWaiting = before === 'screener' || before === 'carrier_challenge' || before === 'receptionist'
  if (isWaiting && bridging.has(label)) return before
  // a mailbox or an announcement behind a screener is still the screener's call
  if (before === 'screener' && (current === 'voicemail' || current === 'ivr')) return before
  return current
}
