// Weighs the reading by rules against the likeness to examples. Rules cover negation, corrections and times; examples
// cover the many wordings of one meaning.

import type { Decision } from '../decide.ts'
import type { Context, Label, Step } from '../reading.ts'
import { withTimeWords } from '../times/time-words.ts'
import { classify, type Ranked } from './classifier.ts'
import { situationOf } from './features.ts'

/** Probability from which the examples decide, by how much the rules found. */
const NOTHING_FOUND = 0.4
/** The rules found that the person is undecided, broke off, or talks to another person. */
const UNDECIDED_FOUND = 0.8
const REPLY_FOUND = 0.7
const WISH_FOUND = 0.8
/** A wish where the rules found a refusal. */
const REFUSED = 0.9
/** Overrules an opt-out by rules: the least probability of the other label, and the most of the opt-out. */
const CONTESTED = 0.8
const NO_OPT_OUT = 0.05
/** Where it is a refused recording, which sounds alike. */
const RECORDING_CONTESTED = 0.6
const NO_OPT_OUT_BUT_RECORDING = 0.3
/** A time that only the examples see taken. */
const TIME_TAKEN = 0.7
/** An opt-out that only the examples see is possible from the first, and counts from the second. */
const POSSIBLE_OPT_OUT = 0.5
const OPT_OUT = 0.8

/** Labels that rules infer from few words. */
const REPLIES = new Set('yes no ack wrong_number hold_on busy_now person'.split(' '))
/** Meanings that the law protects or that have one wording: rules alone decide. */
const RULES_ALONE = new Set(['option_4', 'record_off', 'reaction', 'start'])

/** Rules that read more than the words: the offered times, or the previous speaker. Examples contain neither. */
const CONTEXT_DECIDES = new Set(['slot.undecided', 'screener.continues'])

/** Refuses calls at some times only, or permits the agent to continue: no opt-out, however like one it is. */
const LIMITED =
  /\b(?:before|until|till|after|while|during|today|tonight|weekends?|(?:this|next) \w+|(?:in|at|on) (?:the )?(?:morning|mornings|arvo|afternoon|night|lunch|lunchtime|work|\w+days?)|(?:don[’']?t|do not|never|won[’']?t|can[’']?t) stop)\b/i

interface Said {
  step: Step
  text: string
  /** Of `coreOf`. */
  core: string
  context: Context
  hasStopWord: boolean
}

export interface SecondReading {
  decision: Decision
  /** An opt-out is possible, so that the person is asked. */
  isPossibleOptOut: boolean
}

/** The labels by likeness, and the words that were compared: while times are offered, with their places among them. */
function rank({ step, text, core, context }: Said): { ranked: Ranked[]; words: string } {
  const words = step === 'slots' ? withTimeWords(core, context) : text
  return { ranked: classify(words, situationOf(step), context.called), words }
}

/** @param decision of the rules, which read no clear opt-out */
export function readAgain(said: Said, decision: Decision): SecondReading {
  const { step, text, context, hasStopWord } = said
  const same = { decision, isPossibleOptOut: false }
  if (RULES_ALONE.has(decision.label) || context.about === 'optout') return same
  if (CONTEXT_DECIDES.has(decision.evidence[0]?.rule ?? '')) return same
  const { ranked, words } = rank(said)
  const [best] = ranked
  if (!best || best.probability < thresholdOf(decision, best)) return same
  // a wish that was read back takes effect only after an affirmation that a rule matches
  if (step === 'confirm' && best.label === 'yes') return same
  if (best.label === 'option_4') return hasStopWord && !LIMITED.test(text) ? optedOut(decision, best) : same
  const answer = answerOf(best, words, said)
  if (!answer || (answer.label === decision.label && answer.value === decision.value)) return same
  // where the two readings name different times, the question is repeated
  if (context.offered?.includes(decision.value ?? ''))
    return { ...same, decision: { ...unclear(decision), evidence: evidenceOf(best) } }
  return { ...same, decision: decisionBy(best, answer, decision) }
}

/** The reading by examples of words that a rule reads as an opt-out, though no example of one is like them; null: none. */
export function contest(said: Said, decision: Decision): Decision | null {
  if (said.step === 'confirm') return null
  const { ranked, words } = rank(said)
  const [best] = ranked
  if (!best || best.label === 'option_4') return null
  const optOut = ranked.find(({ label }) => label === 'option_4')?.probability ?? 0
  const [least, most] =
    best.label === 'record_off' ? [RECORDING_CONTESTED, NO_OPT_OUT_BUT_RECORDING] : [CONTESTED, NO_OPT_OUT]
  if (best.probability < least || optOut > most) return null
  const answer = answerOf(best, words, said)
  return answer && decisionBy(best, answer, decision)
}

interface Answer {
  label: Label
  value?: string
}

/** Without the value that the rules read. */
function decisionBy(best: Ranked, answer: Answer, { value: _, ...decision }: Decision): Decision {
  return { ...decision, ...answer, confidence: best.probability, evidence: evidenceOf(best) }
}

function optedOut(decision: Decision, best: Ranked): SecondReading {
  return best.probability >= OPT_OUT
    ? { decision: decisionBy(best, { label: 'option_4' }, decision), isPossibleOptOut: false }
    : { decision: { ...unclear(decision), evidence: evidenceOf(best) }, isPossibleOptOut: true }
}

function unclear({ value: _, ...decision }: Decision): Decision {
  return { ...decision, label: 'unclear', confidence: 0 }
}

const evidenceOf = ({ label, words }: Ranked): Decision['evidence'] => [{ rule: `examples.${label}`, words }]

/** The best label as an answer; null where it names a time that was not offered. */
function answerOf({ label }: Ranked, words: string, { step, context }: Said): Answer | null {
  if (step !== 'slots') return { label: label as Label }
  const { offered = [] } = context
  const place = ['first', 'second'].indexOf(label)
  if (place >= 0) {
    const value = offered[place]
    return value === undefined ? null : { label: 'slot', value }
  }
  const [only, another] = offered
  if (label === 'yes' && only !== undefined && another === undefined) return { label: 'slot', value: only }
  if (label === 'either' || label === 'neither') return { label: 'slot', value: label }
  return label === 'other' ? { label: 'slot', value: `other:${words}` } : { label: label as Label }
}

/** Speakers whose words are no opt-out, unless they relay the person's wish. */
const MACHINES = new Set(['machine', 'screener', 'carrier_challenge', 'reaction'])
const RELAYED_OPT_OUT = 0.95
const WISHES = new Set(['option_1', 'option_2', 'option_3', 'operator'])

function thresholdOf({ label, evidence }: Decision, best: Ranked): number {
  if (best.label === 'option_4') return MACHINES.has(label) ? RELAYED_OPT_OUT : POSSIBLE_OPT_OUT
  if (label === 'no' && WISHES.has(best.label)) return REFUSED
  const taken = best.label === 'first' || best.label === 'second' ? TIME_TAKEN : 0
  if (label === 'unclear' || label === 'other')
    return Math.max(taken, evidence.length > 0 ? UNDECIDED_FOUND : NOTHING_FOUND)
  // a machine has no wishes, so a person mistaken for one would lose theirs
  const isReply = REPLIES.has(label) && best.label !== 'machine'
  return Math.max(taken, isReply ? REPLY_FOUND : WISH_FOUND)
}
