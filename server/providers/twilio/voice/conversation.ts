// Decides the next turn of a fixed-script conversation. Pure: maps input to texts and events.

import type { CallResponse } from '#contract/calls.ts'
import { cutText, singleLine } from '#contract/plain-text.ts'
import { spokenWhose } from '#server/calendar/words.ts'
import { readOptOut } from '#server/conversation/opt-out/opt-out.ts'
import { maybeOptOut, type SpokenWish, spokenSlot, spokenWish } from '#server/conversation/spoken.ts'
import type { HandOffStep } from '#server/providers/ports/hand-off.ts'
import type { CallScript, OfferedSlot } from '#server/providers/ports/voice.ts'

/**
 * - `greeting`: the greeting alone, which every caller hears first.
 * - `offer`: the script with the menu. - `menu`: the menu alone. - `slots`: times of a meeting.
 * - `more`: a choice has been handled; another may follow.
 */
export const steps = ['greeting', 'offer', 'menu', 'slots', 'more'] as const
export type Step = (typeof steps)[number]

/** Input of one turn: keys and recognised speech, both empty for silence. */
export interface Heard {
  digits: string
  speech: string
}

export interface At {
  step: Step
  /** Consecutive failures to understand at this step. */
  misses: number
}

export type Ringing = Extract<HandOffStep, { kind: 'ring' }>

export type Next =
  /** Keeps listening. @field said texts played before the step's own texts */
  | ({ kind: 'listen'; said: string[] } & At)
  | { kind: 'hang_up'; said: string[] }
  /** Rings the phone of a person who may take over. */
  | { kind: 'ring'; step: Ringing; said: string[] }

/** The event to record for this turn. */
export type TurnEvent =
  | { kind: 'option'; option: CallResponse; source: 'key' | 'voice'; slot: string | null }
  | { kind: 'operator' }
  | { kind: 'recording_declined' }
  | { kind: 'opt_out_unclear'; text: string }

export interface Turn {
  event: TurnEvent | null
  /** The recorded choice, whose result is spoken first. */
  result: CallResponse | null
  /** A meeting is wanted: times are to be held, then offered. Where there are none, `withoutTimes` follows. */
  asksForTimes: 'key' | 'voice' | null
  /** A person is wanted: their phones ring first. The rest of the turn follows where there are none. */
  asksForPerson: boolean
  next: Next
}

/** The texts and options of a call. */
export interface Words {
  script: CallScript
  /** The meeting times offered last. */
  offered: readonly OfferedSlot[]
}

export const GOODBYE = 'Thank you for your time. Goodbye.'
/** Characters of an utterance that are stored. */
const MAX_WORDS = 1000
const NOT_UNDERSTOOD = 'Sorry, I did not understand that.'
const ASK_OPT_OUT = 'If you want no more calls, say: stop calling me.'
const NOT_OFFERED = 'That cannot be done in this call. Press 0 for a person.'
const UNRECORDED = 'This call is no longer recorded, and what was recorded is deleted.'

type Wish =
  | { kind: 'option'; option: CallResponse; source: 'key' | 'voice' }
  | { kind: 'slot'; index: number; source: 'key' | 'voice' }
  | { kind: 'operator' }
  | { kind: 'record_off' }
  | { kind: 'not_offered' }
  | { kind: 'silence' }
  | { kind: 'unclear' }

/** The turn that follows an input at a step. */
export function nextTurn(at: At, heard: Heard, words: Words): Turn {
  const { script, offered } = words
  const wish = wishOf(at.step, heard, words)
  switch (wish.kind) {
    case 'option':
      return chosen(wish)
    case 'slot': {
      const slot = offered[wish.index]?.start ?? null
      return choice({ option: 'option_2', source: wish.source, slot })
    }
    case 'operator':
      return personWanted(script)
    case 'record_off':
      return {
        ...quiet({ kind: 'listen', said: [UNRECORDED], ...afterwards(at) }),
        event: { kind: 'recording_declined' },
      }
    case 'not_offered':
      return quiet({ kind: 'listen', said: [NOT_OFFERED], step: 'menu', misses: at.misses + 1 })
    default:
      return wish.kind === 'unclear' && heard.digits === '' && maybeOptOut(heard.speech)
        ? optOutUnclear(at, heard.speech)
        : notUnderstood(at, wish.kind)
  }
}

function wishOf(step: Step, { digits, speech }: Heard, { script, offered }: Words): Wish {
  const key = digits.slice(0, 1)
  if (key !== '') return keyWish(step, key, { script, offered })
  if (speech.trim() === '') return { kind: 'silence' }
  if (step === 'slots') {
    const final = readOptOut(speech) !== 'none' || spokenWish(speech).kind === 'record_off'
    const index = final ? null : spokenSlot(speech, offered)
    if (index !== null) return { kind: 'slot', index, source: 'voice' }
    // 'four' names a time here, not the key of the opt-out
    if (!final && isOptOut(spokenWish(speech))) return { kind: 'unclear' }
  }
  const wish = spokenWish(speech)
  if (wish.kind !== 'option') return wish
  // an opt-out counts with any menu
  const known = wish.option === 'option_4' || script.menu.some(({ option }) => option === wish.option)
  return known ? { ...wish, source: 'voice' } : { kind: 'not_offered' }
}

const isOptOut = (wish: SpokenWish): boolean => wish.kind === 'option' && wish.option === 'option_4'

function keyWish(step: Step, key: string, { script, offered }: Words): Wish {
  if (key === '0') return { kind: 'operator' }
  const index = Number(key) - 1
  if (step === 'slots' && index >= 0 && index < offered.length) return { kind: 'slot', index, source: 'key' }
  const item = script.menu.find((entry) => entry.key === key)
  return item ? { kind: 'option', option: item.option, source: 'key' } : { kind: 'unclear' }
}

function chosen({ option, source }: { option: CallResponse; source: 'key' | 'voice' }): Turn {
  if (option !== 'option_2') return choice({ option, source, slot: null })
  return { ...quiet({ kind: 'listen', said: [], step: 'slots', misses: 0 }), asksForTimes: source }
}

/** Without free times to offer, the meeting request is still recorded. */
export function withoutTimes(source: 'key' | 'voice'): Turn {
  return choice({ option: 'option_2', source, slot: null })
}

/** An opt-out ends the call; after any other choice the person may choose again. */
function choice(chosenOption: { option: CallResponse; source: 'key' | 'voice'; slot: string | null }): Turn {
  const next: Next =
    chosenOption.option === 'option_4'
      ? { kind: 'hang_up', said: ['Goodbye.'] }
      : { kind: 'listen', said: [], step: 'more', misses: 0 }
  return {
    event: { kind: 'option', ...chosenOption },
    result: chosenOption.option,
    asksForTimes: null,
    asksForPerson: false,
    next,
  }
}

/** The turn where nobody is there to ring. */
function personWanted(script: CallScript): Turn {
  const next: Next = { kind: 'listen', said: [script.operator], step: 'more', misses: 0 }
  return { ...quiet(next), event: { kind: 'operator' }, asksForPerson: true }
}

/** Asks once whether it is an opt-out. Discards any other choice in progress. */
function optOutUnclear(at: At, speech: string): Turn {
  const event: TurnEvent = { kind: 'opt_out_unclear', text: cutText(singleLine(speech), MAX_WORDS) }
  // every caller must hear the greeting
  if (at.step === 'greeting') return { ...notUnderstood(at, 'unclear'), event }
  const next: Next =
    at.misses === 0
      ? { kind: 'listen', said: [NOT_UNDERSTOOD, ASK_OPT_OUT], step: 'menu', misses: 1 }
      : { kind: 'hang_up', said: [GOODBYE] }
  return { ...quiet(next), event }
}

/** Repeats the step once, then ends with a goodbye; silence or a cough during the greeting only advances. */
function notUnderstood({ step, misses }: At, kind: 'silence' | 'unclear'): Turn {
  const sorry = kind === 'unclear' ? [NOT_UNDERSTOOD] : []
  const again = (to: Step): Turn => quiet({ kind: 'listen', said: sorry, step: to, misses: misses + 1 })
  if (step === 'greeting') {
    // a 'hello?' interrupts the greeting, which every caller must hear: it is repeated once
    if (kind === 'unclear' && misses === 0)
      return quiet({ kind: 'listen', said: [], step: 'greeting', misses: 1 })
    return quiet({ kind: 'listen', said: [], step: 'offer', misses: 0 })
  }
  if (step === 'slots') {
    if (misses === 0) return again('slots')
    return choice({ option: 'option_2', source: 'key', slot: null })
  }
  if (step === 'more' && kind === 'silence') return quiet({ kind: 'hang_up', said: [GOODBYE] })
  if (misses === 0) return again(step === 'more' ? 'more' : 'menu')
  return quiet({ kind: 'hang_up', said: [GOODBYE] })
}

/** Where to continue after a request that was not about the menu. */
function afterwards({ step, misses }: At): At {
  return step === 'greeting' || step === 'offer' ? { step: 'offer', misses: 0 } : { step, misses }
}

function quiet(next: Next): Turn {
  return { event: null, result: null, asksForTimes: null, asksForPerson: false, next }
}

/** The choice that counts from here on even if the person hangs up; null: none. */
export function pendingAt(next: Next): 'option_2' | 'operator' | null {
  if (next.kind === 'ring') return 'operator'
  return next.kind === 'listen' && next.step === 'slots' ? 'option_2' : null
}

/** Whether the turn's texts include the menu. */
export function playsMenu(next: Next): boolean {
  return next.kind === 'listen' && (next.step === 'offer' || next.step === 'menu')
}

/** A step's own texts. */
export function textsOf({ step, misses }: At, { script, offered }: Words): string[] {
  const menu = script.menu.map(({ text }) => text)
  switch (step) {
    case 'greeting':
      return [script.greeting]
    case 'offer':
      return [script.body, ...menu]
    case 'menu':
      return menu
    case 'more':
      return misses === 0 ? ['If there is anything else, choose again. Otherwise just hang up.'] : menu
    case 'slots':
      return offerOf(offered)
  }
}

const whose = (offered: readonly OfferedSlot[]): string =>
  spokenWhose(offered.slice(0, 2).map(({ inSydney }) => inSydney))

function offerOf(offered: readonly OfferedSlot[]): string[] {
  const [first, second] = offered
  if (!first) return []
  if (!second)
    return [`The next free time is ${first.spoken}, ${whose(offered)}. Press 1, or say yes, to take it.`]
  return [
    `I can offer you ${first.spoken}, or ${second.spoken}, ${whose(offered)}. ` +
      'Press 1 for the first time, or 2 for the second, or say which one suits you.',
  ]
}
