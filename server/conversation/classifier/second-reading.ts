// Reads an utterance again by its likeness to examples. Rules cover negation, corrections and times; examples cover the
// many wordings of one meaning.

import type { Decision } from '../decide.ts'
import type { Context, Step } from '../reading.ts'
import { withTimeWords } from '../times/time-words.ts'
import { classify, type Ranked } from './classifier.ts'
import { situationOf } from './features.ts'
import { type Answer, answerOf, readingOfAnswer, weigh } from './weigh.ts'

/** Meanings that have one wording, or that depend on more than the words: the previous speaker, or two offered times. */
const RULES_ALONE = new Set(['reaction'])
const CONTEXT_DECIDES = new Set(['slot.conflict', 'screener.continues', 'start.keyword'])

/** From this probability on an opt-out is possible, and the agent asks the person. */
const POSSIBLE_OPT_OUT = 0.25
/** Speakers whose words are no opt-out, unless they relay the person's wish. */
const MACHINES = new Set(['machine', 'screener', 'carrier_challenge', 'reaction'])
const RELAYED_OPT_OUT = 0.95

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
  /** The rules read an opt-out, possibly of a machine. */
  isOptOutRuled: boolean
}

export interface SecondReading {
  decision: Decision
  /** An opt-out is possible, so that the person is asked. */
  isPossibleOptOut: boolean
}

export function secondReading(said: Said, decision: Decision): SecondReading {
  const { step, core, context } = said
  const same = { decision, isPossibleOptOut: false }
  if (RULES_ALONE.has(decision.label) || context.about === 'optout') return same
  if (CONTEXT_DECIDES.has(decision.evidence[0]?.rule ?? '')) return same
  const isSlots = step === 'slots'
  // while times are offered, their places among them are compared
  const words = isSlots ? withTimeWords(core, context) : said.text
  const ranked = classify(words, situationOf(step), context.called)
  const [best] = ranked
  if (!best) return same
  const excluded = excludedFrom(said, decision, ranked)
  const weighed = weigh({ decision, ranked, context, isSlots, excluded })
  // a screener mistaken for a mailbox loses the person behind it; the opposite mistake costs seconds
  if (decision.label === 'screener' && weighed.answer === 'machine') return same
  const isPossibleOptOut = weighed.optOut >= POSSIBLE_OPT_OUT && weighed.answer !== 'option_4'
  if (weighed.answer === answerOf(decision, context))
    return { decision: { ...decision, confidence: weighed.probability }, isPossibleOptOut }
  const read = isSlots
    ? readingOfAnswer(weighed.answer, words, context)
    : { label: weighed.answer as Decision['label'] }
  if (!read) return same
  const { value: _, ...rest } = decision
  const evidence = [{ rule: `examples.${weighed.answer}`, words: best.words }]
  const confidence = weighed.answer === 'unclear' ? 0 : weighed.probability
  return { decision: { ...rest, ...read, confidence, evidence }, isPossibleOptOut }
}

/** Answers that examples alone may not give. */
function excludedFrom(
  { step, text, hasStopWord }: Said,
  { label }: Decision,
  ranked: readonly Ranked[],
): Answer[] {
  const optOut = ranked.find((each) => each.label === 'option_4')?.probability ?? 0
  const isRelayed = !MACHINES.has(label) || optOut >= RELAYED_OPT_OUT
  return [
    ...(hasStopWord && !LIMITED.test(text) && isRelayed ? [] : ['option_4']),
    // a wish that was read back takes effect only after an affirmation that a rule matches
    ...(step === 'confirm' ? ['yes'] : []),
  ]
}
