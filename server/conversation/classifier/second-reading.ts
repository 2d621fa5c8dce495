// Weighs the reading by rules against the likeness to examples. Rules know negation, corrections and times; examples know
// the many ways in which people say the same.

import type { Decision } from '../decide.ts'
import type { Context, Step } from '../reading.ts'
import { classify } from './classifier.ts'
import { situationOf } from './features.ts'

/** Probability from which the examples decide, by how much the rules found. */
const NOTHING_FOUND = 0.4
const REPLY_FOUND = 0.75
const WISH_FOUND = 0.9
/** An opt-out that only the examples see counts from here; below it is possible. */
const OPT_OUT = 0.8

/** Labels that rules infer from few words. */
const REPLIES = new Set('yes no ack question wrong_number hold_on busy_now person'.split(' '))
/** What a value belongs to, or what the law protects: rules alone decide. */
const RULES_ALONE = new Set(['slot', 'option_4', 'record_off', 'reaction', 'start'])
/** While times are offered, these are about the times. */
const NOT_OF_TIMES = new Set(['yes', 'no', 'ack', 'option_2', 'callback', 'busy_now'])
/** No opt-out without one of these words, whatever it is like. */
const STOP_WORD =
  /\b(?:stop\w*|call\w*|ring\w*|rang|phone|dial|contact|text\w*|messag\w*|sms|remove\w*|delete\w*|erase|list|number|details|consent|unsubscribe|unsub|opt|out|off|alone|enough|never|no more|last time|again|harass\w*|report\w*|complain\w*|cease|quit|block|four)\b/i

export interface SecondReading {
  decision: Decision
  /** The examples read an opt-out that the rules do not. */
  optOut: 'clear' | 'possible' | null
}

/** @param optOut whether the rules read a clear opt-out, which then stands */
export function readAgain(
  { step, text, context }: { step: Step; text: string; context: Context },
  decision: Decision,
): SecondReading {
  const [best] = classify(text, situationOf(step, context.about), context.called)
  const same = { decision, optOut: null }
  if (!best || best.label === decision.label || RULES_ALONE.has(decision.label)) return same
  if (best.label === 'option_4' && !STOP_WORD.test(text)) return same
  if (step === 'slots' && NOT_OF_TIMES.has(best.label)) return same
  if (best.probability < thresholdOf(decision)) return same
  const evidence = [{ rule: `examples.${best.label}`, words: best.words }]
  if (best.label === 'option_4')
    return best.probability >= OPT_OUT
      ? {
          decision: { ...decision, label: 'option_4', confidence: best.probability, evidence },
          optOut: 'clear',
        }
      : { decision: { ...decision, label: 'unclear', confidence: 0, evidence }, optOut: 'possible' }
  const { value: _, ...rest } = decision
  return { decision: { ...rest, label: best.label, confidence: best.probability, evidence }, optOut: null }
}

function thresholdOf({ label }: Decision): number {
  if (label === 'unclear' || label === 'other') return NOTHING_FOUND
  return REPLIES.has(label) ? REPLY_FOUND : WISH_FOUND
}
