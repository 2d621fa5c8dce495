// Maps the input of a turn to a wish: keys by the menu, speech by the interpreter. Pure.

import type { CallResponse } from '#contract/calls/calls.ts'
import { interpret } from '#server/conversation/interpret.ts'
import type { CallbackTime, Context, Label, Reading } from '#server/conversation/reading.ts'
import { optOutDenied } from '#server/conversation/vocabulary/confirm.ts'
import { isSure } from '#server/providers/live/confidence.ts'
import { questionOf } from './step-texts.ts'
import type { At, Gathered, Source, Subject, Words } from './turn.ts'

export type Wish =
  | { kind: 'option'; option: CallResponse; source: Source }
  | { kind: 'slot'; index: number; source: Source }
  /** Answers to a read-back, or to the only offered time. */
  | { kind: 'yes' | 'no'; source: Source }
  /** Null: no time was named. */
  | { kind: 'callback'; time: CallbackTime | null }
  | { kind: WordlessWish }

type WordlessWish =
  | 'operator'
  | 'record_off'
  /** Asks whether the call is genuine. */
  | 'genuine'
  | 'other_times'
  /** Wants a repetition, or time to think. */
  | 'wait'
  /** Takes leave, cannot talk, or is not the person called. */
  | 'goodbye'
  | 'not_offered'
  | 'opt_out_unclear'
  | 'silence'
  | 'unclear'

export interface Input {
  wish: Wish
  /** Of speech. */
  reading: Reading | null
}

export function readInput(at: At, { digits, speech }: Gathered, words: Words): Input {
  const key = digits.slice(0, 1)
  if (key !== '') return { wish: keyWish(at, key, words), reading: null }
  if (speech.trim() === '') return { wish: { kind: 'silence' }, reading: null }
  const reading = readingAt(at, speech, words)
  return { wish: spokenWish(at, reading, words), reading }
}

const aboutOf: Record<Subject, NonNullable<Context['about']>> = {
  option_1: 'link',
  option_3: 'link',
  first_time: 'slot',
  second_time: 'slot',
  callback: 'callback',
  opt_out: 'optout',
}

function readingAt(at: At, text: string, words: Words): Reading {
  const menu = words.script.menu.map(({ option }) => option)
  const open = () => interpret({ step: 'menu', text, context: { menu, ...words.clock } })
  if (at.step === 'when') return readWhen(open(), text, words)
  if (at.step === 'slots') return readTime(text, words)
  if (at.step !== 'confirm' || !at.about) return readOpening(at, open(), text)
  const about = aboutOf[at.about]
  const context: Context = { about, ask: questionOf(at.about, words), menu }
  if (about === 'slot') return readTimeAnswer(text, words, context)
  const answer = interpret({ step: 'confirm', text, context })
  // without the menu's numbers: 'the first' and 'neither suits me' affirm nothing
  const plain = interpret({ step: 'slots', text })
  const isNamed = plain.label === 'no' || plain.label === 'slot'
  if (answer.label === 'yes' && (isNamed || STARTS_WITH_NO.test(text))) return { ...answer, label: 'unclear' }
  const wish = open()
  if (at.about === 'opt_out' && keepsCalls(answer) && isByExamples(wish)) return answer
  // 'don't call me again' refuses no question, and another option affirms none
  if (isOption(wish.label) && wish.label !== at.about) return wish
  return answer.label === 'no' ? (otherTime(at, text, { wish, words }) ?? answer) : answer
}

/** 'You can keep calling' answers the question about the opt-out, even where it resembles examples of one. */
const KEEPS_CALLS = new Set(optOutDenied.map(({ rule }) => rule))
const keepsCalls = ({ evidence: [decisive] }: Reading): boolean => KEEPS_CALLS.has(decisive?.rule ?? '')
const isByExamples = ({ evidence: [decisive] }: Reading): boolean =>
  decisive?.rule.startsWith('examples.') === true

/** The words of a machine are no wish. A number of the menu alone is one, and a greeting shows who answered. */
function readOpening({ step }: At, wish: Reading, text: string): Reading {
  if (wish.evidence[0]?.rule === 'menu.number') return wish
  const answerer = interpret({ step: 'greeting', text })
  if (isMachine(answerer.label)) return answerer
  const isGreeting = answerer.label === 'person' || answerer.label === 'receptionist'
  const hasNoWish = wish.optOut === 'none' && (wish.label === 'unclear' || !isSure(wish))
  return step === 'greeting' && isGreeting && hasNoWish ? answerer : wish
}

/** 'No, Friday at ten': another time of the wished call, or a call in place of a link. */
function otherTime(
  { about }: At,
  text: string,
  { wish, words }: { wish: Reading; words: Words },
): Reading | null {
  if (about === 'opt_out') return null
  const read = about === 'callback' ? readWhen(wish, text.replace(STARTS_WITH_NO, ''), words) : wish
  return read.label === 'callback' && read.value !== undefined ? read : null
}

/** A time alone, which answers the question when to call. */
function readWhen(open: Reading, text: string, { clock }: Words): Reading {
  if (!['unclear', 'callback', 'no'].includes(open.label)) return open
  const named = interpret({ step: 'menu', text: `call me back ${text}`, context: { ...clock } })
  return named.label === 'callback' && named.value !== undefined ? { ...named, optOut: open.optOut } : open
}

/** 'No, that is fine' may be a yes and may be a no: the question is repeated. */
const STARTS_WITH_NO = /^\W*(?:no(?! (?:worries|problems?|dramas?)\b)|nah|nope|not|never)\b/i

/** A machine has no wishes. */
export const isMachine = (label: Label): boolean =>
  label === 'machine' || label === 'screener' || label === 'carrier_challenge'

/** 'Book it' affirms a time. 'I would like a meeting' repeats the wish, and a number is one of the menu. */
function affirmsTime({ evidence: [decisive] }: Reading): boolean {
  const { rule = '', words = '' } = decisive ?? {}
  return rule !== 'menu.number' && (!rule.startsWith('option_2.') || /\b(?:it|that)$/.test(words))
}

const isOption = (label: Label): boolean => label.startsWith('option_')

function timesOf({ offered, clock }: Words): Context {
  return { ...clock, offered: offered.map(({ start }) => start), spoken: offered.map(({ spoken }) => spoken) }
}

/** The offer of a single time is its own read-back, so that a yes affirms it. */
function readTime(text: string, words: Words): Reading {
  const named = interpret({ step: 'slots', text, context: timesOf(words) })
  const [only, ...others] = words.offered
  if (!only || others.length > 0 || named.label !== 'slot' || named.value !== only.start) return named
  const answer = interpret({ step: 'confirm', text, context: { about: 'slot', ask: only.spoken } })
  return answer.label === 'yes' && affirmsTime(answer) ? answer : named
}

/** 'No, the other one' names another time: it counts more than yes or no, whose words may be part of a time. */
function readTimeAnswer(text: string, words: Words, context: Context): Reading {
  const answer = interpret({ step: 'confirm', text, context: { ...context, ...timesOf(words) } })
  if (answer.label !== 'yes' && answer.label !== 'no' && answer.label !== 'slot') return answer
  const named = interpret({ step: 'slots', text, context: timesOf(words) })
  const [only, ...others] = words.offered
  // a yes to a single offered time reads as that time
  const isNamed = named.label === 'slot' && (others.length > 0 || named.value !== only?.start)
  if (isNamed || (named.label === 'callback' && named.value !== undefined)) return named
  return answer.label === 'yes' && (STARTS_WITH_NO.test(text) || !affirmsTime(answer))
    ? { ...answer, label: 'unclear' }
    : answer
}

/** Labels that act, or end the call, without a further question. */
const ACTING: ReadonlySet<Label> = new Set(['yes', 'no', 'operator', 'busy_now', 'wrong_number', 'ack'])

function spokenWish(at: At, reading: Reading, { script, offered }: Words): Wish {
  const { label, value, optOut } = reading
  const source = 'voice'
  // an opt-out counts with any menu
  if (label === 'option_4' && isSure(reading)) return { kind: 'option', option: label, source }
  if (label === 'record_off' || (label === 'operator' && isSure(reading))) return { kind: label }
  if (label === 'option_4' || optOut === 'possible') return { kind: 'opt_out_unclear' }
  if (ACTING.has(label) && !isSure(reading)) return { kind: 'unclear' }
  switch (label) {
    case 'option_1':
    case 'option_2':
    case 'option_3': {
      const isOffered = script.menu.some(({ option }) => option === label)
      return isOffered ? { kind: 'option', option: label, source } : { kind: 'not_offered' }
    }
    case 'slot':
      return slotWish(value, offered)
    case 'callback':
      return { kind: label, time: typeof value === 'object' ? value : null }
    case 'yes':
    case 'no':
      return { kind: label, source }
    case 'question':
      return questionWish(value, script)
    case 'hold_on':
      return { kind: 'wait' }
    case 'busy_now':
    case 'wrong_number':
      return { kind: 'goodbye' }
    case 'ack':
      return { kind: at.step === 'more' ? 'goodbye' : 'unclear' }
    default:
      return { kind: 'unclear' }
  }
}

function questionWish(value: Reading['value'], script: Words['script']): Wish {
  if (value === 'repeat') return { kind: 'wait' }
  return { kind: value === 'genuine' && script.genuine !== undefined ? 'genuine' : 'unclear' }
}

function slotWish(value: Reading['value'], offered: Words['offered']): Wish {
  const index = offered.findIndex(({ start }) => start === value)
  if (index >= 0) return { kind: 'slot', index, source: 'voice' }
  return value === 'either' ? { kind: 'slot', index: 0, source: 'voice' } : { kind: 'other_times' }
}

/** Keys act without a read-back. While one waits for its answer, 1 is yes and 2 is no. */
function keyWish({ step, about }: At, key: string, { script, offered }: Words): Wish {
  if (key === '0') return { kind: 'operator' }
  if (step === 'confirm' && about !== 'opt_out' && (key === '1' || key === '2'))
    return { kind: key === '1' ? 'yes' : 'no', source: 'key' }
  const index = Number(key) - 1
  if (step === 'slots' && index >= 0 && index < offered.length) return { kind: 'slot', index, source: 'key' }
  const item = script.menu.find((entry) => entry.key === key)
  return item ? { kind: 'option', option: item.option, source: 'key' } : { kind: 'unclear' }
}
