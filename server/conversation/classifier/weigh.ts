// Combines the reading by rules with the likeness to examples: the rules multiply the probability of their answer, and
// the answer with the least expected cost is read. Asking again is the cheapest error, an opt-out the dearest.

import type { Decision } from '../decide.ts'
import type { Context, Label } from '../reading.ts'
import type { Ranked } from './classifier.ts'

/** A label, or a place among offered times: first, second, either, other. */
export type Answer = string

/** By which factor, as a logarithm, an answer of the rules becomes more probable; fitted to unseen utterances. */
const PLAIN = 2.3
const FIRM = 3
const WEAK = 1.2
const VOTES: Readonly<Record<string, number>> = {
  ...{ yes: FIRM, ack: FIRM, person: FIRM, screener: FIRM },
  ...{ callback: WEAK, busy_now: WEAK, carrier_challenge: WEAK, first: WEAK, second: WEAK },
  ...{ machine: 0.5, receptionist: 0.5, other: 0 },
}
/** Rules of so many words. */
const PLAIN_WORDS = /\.(?:number|request|keyword|courtesy|ready_made)$/
/** Rules that infer more than the words say. */
const GUESSES = /implied|about_a_call|undecided|other_name|company|person\.words/

/** An answer that no example suggests is still possible. */
const FLOOR = 0.003
/** An answer without examples in the situation: only the rules can read it. */
const WITHOUT_EXAMPLES = 0.2

/** What an error costs, where asking again costs `ASKING`, and any other error 1. */
const ASKING = 0.6
const COSTS: Readonly<Record<Answer, { said: number; missed: number }>> = {
  option_4: { said: 3, missed: 3 },
  record_off: { said: 1.5, missed: 2 },
  // a machine has no wishes, so a person mistaken for one would lose theirs
  machine: { said: 3, missed: 1 },
  ...Object.fromEntries(
    ['option_1', 'option_2', 'option_3', 'callback', 'first', 'second', 'either', 'yes'].map((answer) => [
      answer,
      { said: 1.5, missed: 1 },
    ]),
  ),
}

/** The rules' answer; null where they found nothing. */
export function answerOf({ label, value, evidence }: Decision, { offered = [] }: Context): Answer | null {
  if (label === 'slot') return placeOf(value, offered)
  const isFound = evidence.length > 0 && evidence[0]?.rule !== 'other.fallback'
  return label === 'unclear' && !isFound ? null : label
}

function placeOf(value: unknown, offered: readonly string[]): Answer {
  if (value === 'either') return 'either'
  const place = offered.indexOf(String(value))
  return place < 0 ? 'other' : inSituation(place === 0 ? 'first' : 'second', offered)
}

/** A refusal of the offered times is a wish for others, and a yes to one time takes it. */
function inSituation(answer: Answer, offered: readonly string[]): Answer {
  if (answer === 'neither') return 'other'
  return answer === 'first' && offered.length === 1 ? 'yes' : answer
}

export interface Weighed {
  answer: Answer
  probability: number
  /** Of an opt-out. */
  optOut: number
}

interface Weighing {
  decision: Decision
  ranked: readonly Ranked[]
  context: Context
  isSlots: boolean
  /** Answers that may not be read. */
  excluded: readonly Answer[]
}

export function weigh({ decision, ranked, context, isSlots, excluded }: Weighing): Weighed {
  const voted = answerOf(decision, context)
  const odds = new Map<Answer, number>([['unclear', 0]])
  for (const { label, probability } of ranked) {
    const answer = isSlots ? inSituation(label, context.offered ?? []) : label
    odds.set(answer, (odds.get(answer) ?? 0) + probability)
  }
  if (voted !== null && !odds.has(voted)) odds.set(voted, WITHOUT_EXAMPLES)
  for (const answer of excluded) if (answer !== voted) odds.delete(answer)
  const vote = Math.exp(voteOf(decision, voted))
  for (const [answer, likeness] of odds) odds.set(answer, (likeness + FLOOR) * (answer === voted ? vote : 1))
  const total = [...odds.values()].reduce((sum, each) => sum + each, 0)
  for (const [answer, each] of odds) odds.set(answer, each / total)
  const answer = cheapest(odds)
  return { answer, probability: odds.get(answer) ?? 0, optOut: odds.get('option_4') ?? 0 }
}

function voteOf({ evidence }: Decision, voted: Answer | null): number {
  if (voted === null) return 0
  const rule = evidence[0]?.rule ?? ''
  if (PLAIN_WORDS.test(rule)) return FIRM
  return GUESSES.test(rule) ? WEAK / 2 : (VOTES[voted] ?? PLAIN)
}

function cheapest(odds: ReadonlyMap<Answer, number>): Answer {
  let [best, least]: [Answer, number] = ['unclear', Number.POSITIVE_INFINITY]
  for (const said of odds.keys()) {
    const cost = [...odds].reduce((sum, [meant, each]) => sum + each * costOf(said, meant), 0)
    if (cost < least) [best, least] = [said, cost]
  }
  return best
}

function costOf(said: Answer, meant: Answer): number {
  if (said === meant) return 0
  if (said === 'unclear') return ASKING
  return Math.max(COSTS[said]?.said ?? 1, COSTS[meant]?.missed ?? 1)
}

/** The answer as a label and value; null for a place without an offered time. */
export function readingOfAnswer(
  answer: Answer,
  words: string,
  { offered = [] }: Context,
): Pick<Decision, 'label' | 'value'> | null {
  const place = ['first', 'second'].indexOf(answer)
  if (place >= 0 || (answer === 'yes' && offered.length === 1)) {
    const value = offered[Math.max(place, 0)]
    return value === undefined ? null : { label: 'slot', value }
  }
  if (answer === 'either') return { label: 'slot', value: answer }
  return answer === 'other' ? { label: 'slot', value: `other:${words}` } : { label: answer as Label }
}
