// Decides the course of a simulated call: by the last digit of the number, or by a seeded mix of brokers' behaviour.

import type { CallOutcome, CallResponse } from '#contract/calls/calls.ts'
import { createRandom, hash32, type Random } from './random.ts'

/** The behaviour of the person who answers. */
export type Behaviour =
  | { kind: 'option'; option: CallResponse; source: 'key' | 'voice' }
  /** Listens for a while, chooses nothing. */
  | { kind: 'listens' }
  | { kind: 'hangs_up_in_greeting' }
  | { kind: 'asks_for_person'; source: 'key' | 'voice' }
  /** Wants to be called at another time. */
  | { kind: 'asks_for_call' }
  /** A colleague answers for the broker. */
  | { kind: 'colleague' }

export type Scenario =
  | { kind: 'refused'; message: string }
  | {
      kind: 'unanswered'
      outcome: Extract<CallOutcome, 'no_answer' | 'busy' | 'declined' | 'voicemail' | 'screened' | 'silent'>
    }
  | { kind: 'answered'; behaviour: Behaviour; recording: 'kept' | 'failed' | 'declined'; traits: Traits }

/** What makes a conversation less smooth. */
export interface Traits {
  /** Says nothing before the agent does. */
  isQuiet: boolean
  /** Background voices are recognised as words. */
  isNoisy: boolean
  /** Asks for time to think at a read-back. */
  hesitates: boolean
  /** Takes a spoken wish back for another. */
  changesMind: boolean
  /** Wants other meeting times than those offered first. */
  wantsOtherTimes: boolean
  /** Has a call screener, and takes the call. */
  isScreened: boolean
}

export type Outcomes = 'realistic' | 'by-number'

export function scenarioOf(outcomes: Outcomes, to: string, random: Random): Scenario {
  return outcomes === 'by-number' ? byLastDigit(to) : realistic(to, random)
}

const refused: Scenario = { kind: 'refused', message: 'The number is not in service.' }
const noTraits: Traits = {
  ...{ isQuiet: false, isNoisy: false, hesitates: false },
  ...{ changesMind: false, wantsOtherTimes: false, isScreened: false },
}
const answered = (behaviour: Behaviour): Scenario => ({
  ...{ kind: 'answered', behaviour, recording: 'kept', traits: noTraits },
})
const pressed = (option: CallResponse): Scenario => answered({ kind: 'option', option, source: 'key' })

/** Numbers that answer and request a person. */
const ASKS_FOR_PERSON = '3005'
/** Numbers that answer and ask to be called at another time. */
const ASKS_FOR_CALL = '9115'
/** Numbers whose call screener puts no call through. */
export const SCREENED = '9125'
/** Numbers that a colleague answers. */
const COLLEAGUE = '9135'

function byLastDigit(to: string): Scenario {
  if (to.endsWith(ASKS_FOR_PERSON)) return answered({ kind: 'asks_for_person', source: 'key' })
  if (to.endsWith(ASKS_FOR_CALL)) return answered({ kind: 'asks_for_call' })
  if (to.endsWith(SCREENED)) return { kind: 'unanswered', outcome: 'screened' }
  if (to.endsWith(COLLEAGUE)) return answered({ kind: 'colleague' })
  const table: Record<string, Scenario> = {
    0: { kind: 'unanswered', outcome: 'no_answer' },
    1: pressed('option_1'),
    2: pressed('option_2'),
    3: pressed('option_3'),
    4: pressed('option_4'),
    5: answered({ kind: 'listens' }),
    6: { kind: 'unanswered', outcome: 'busy' },
    7: { kind: 'unanswered', outcome: 'voicemail' },
    8: refused,
    9: answered({ kind: 'hangs_up_in_greeting' }),
  }
  return table[to.at(-1) ?? ''] ?? refused
}

/** The same numbers are out of service in every call: two in a hundred. */
function isOutOfService(to: string): boolean {
  return createRandom(hash32(`line ${to}`)).chance(0.02)
}

type Kind = Extract<Scenario, { kind: 'unanswered' }>['outcome'] | 'answered'
const kinds: readonly (readonly [Kind, number])[] = [
  ['no_answer', 31],
  ['screened', 3],
  ['silent', 1],
  ['busy', 5],
  ['declined', 3],
  ['voicemail', 10],
  ['answered', 45],
]

type Choice = CallResponse | Exclude<Behaviour['kind'], 'option' | 'asks_for_call'>
/** Of those who choose nothing. */
const CALL_WANTED = 0.12
const choices: readonly (readonly [Choice, number])[] = [
  ['option_1', 34],
  ['option_2', 14],
  ['option_3', 10],
  ['option_4', 7],
  ['listens', 22],
  ['colleague', 3],
  ['hangs_up_in_greeting', 8],
  ['asks_for_person', 2],
]

const recordings: readonly (readonly ['kept' | 'failed' | 'declined', number])[] = [
  ['kept', 92],
  ['failed', 5],
  ['declined', 3],
]

/** Shares after a call centre's figures: about 45 % conversations, two thirds of these with a choice. */
function realistic(to: string, random: Random): Scenario {
  if (isOutOfService(to)) return refused
  const kind = random.weighted(kinds)
  if (kind !== 'answered') return { kind: 'unanswered', outcome: kind }
  return {
    kind: 'answered',
    behaviour: behaviourOf(random),
    recording: random.weighted(recordings),
    traits: traitsOf(random),
  }
}

/** Shares of the answered calls. */
const traitShares: Record<keyof Traits, number> = {
  isQuiet: 0.08,
  isNoisy: 0.07,
  hesitates: 0.05,
  changesMind: 0.08,
  wantsOtherTimes: 0.06,
  isScreened: 0.06,
}

const traitsOf = (random: Random): Traits => ({
  isQuiet: random.chance(traitShares.isQuiet),
  isNoisy: random.chance(traitShares.isNoisy),
  hesitates: random.chance(traitShares.hesitates),
  changesMind: random.chance(traitShares.changesMind),
  wantsOtherTimes: random.chance(traitShares.wantsOtherTimes),
  isScreened: random.chance(traitShares.isScreened),
})

function behaviourOf(random: Random): Behaviour {
  const choice = random.weighted(choices)
  const source = random.chance(0.7) ? 'key' : 'voice'
  if (choice === 'asks_for_person') return { kind: choice, source }
  if (choice === 'listens' && random.chance(CALL_WANTED)) return { kind: 'asks_for_call' }
  if (choice === 'listens' || choice === 'hangs_up_in_greeting' || choice === 'colleague')
    return { kind: choice }
  return { kind: 'option', option: choice, source }
}
