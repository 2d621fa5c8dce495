// Types of a turn of the fixed-script conversation.

import type { CallResponse } from '#contract/calls/calls.ts'
import type { Evidence, Label } from '#server/conversation/reading.ts'
import type { HandOffStep } from '#server/providers/ports/hand-off.ts'
import type { CallbackWish, CallScript, OfferedSlot } from '#server/providers/ports/voice.ts'

/**
 * - `greeting`: the greeting alone, the first text of every call.
 * - `offer`: the script with the menu. - `menu`: the menu alone. - `slots`: times of a meeting.
 * - `when`: the time of a call that the person wants. - `confirm`: a wish is read back and acts only after a yes.
 * - `more`: a choice has been handled; another may follow.
 * - `waiting`: silent, until a person takes over the line or the wait ends (screening.ts).
 */
export const steps = ['greeting', 'offer', 'menu', 'slots', 'when', 'confirm', 'more', 'waiting'] as const
export type Step = (typeof steps)[number]

/** Subject of a read-back: the wish that a yes carries out. */
export const subjects = ['option_1', 'option_3', 'first_time', 'second_time', 'callback', 'opt_out'] as const
export type Subject = (typeof subjects)[number]

/** Input of one turn: keys and recognised speech, both empty for silence. */
export interface Gathered {
  digits: string
  speech: string
}

export interface At {
  step: Step
  /** Consecutive failures to understand at this step. */
  misses: number
  /** At the step `confirm` only. */
  about?: Subject
}

export type Ringing = Extract<HandOffStep, { kind: 'ring' }>

export type Next =
  /** Keeps listening. @field said texts played before the step's own texts */
  | ({ kind: 'listen'; said: string[] } & At)
  | { kind: 'hang_up'; said: string[] }
  /** Rings the phone of a person who may take over. */
  | { kind: 'ring'; step: Ringing; said: string[] }

export type Source = 'key' | 'voice'

/** The event to record for this turn. */
export type TurnEvent =
  | { kind: 'option'; option: CallResponse; source: Source; slot: string | null }
  | { kind: 'operator' }
  | { kind: 'recording_declined' }
  | { kind: 'opt_out_unclear'; text: string }
  | { kind: 'callback_requested'; text: string; from: string; to: string }
  | { kind: 'unconfirmed'; wish: Unconfirmed }

/** Wishes that staff follow up where the person never affirmed the read-back. */
export type Unconfirmed = 'option_1' | 'option_3' | 'callback'

/** The request in progress, which staff follow up if the person hangs up. */
export type Pending = Unconfirmed | 'option_2' | 'operator'

/** The reading of a turn's words, or of a key that answers a read-back. */
export interface Understood {
  text: string
  meaning: Label
  value: string | null
  evidence: readonly Evidence[]
  /** Answer to the read-back before these words. */
  answer: { to: CallResponse | 'callback'; is: 'confirmed' | 'refused' } | null
  /** The read-back after these words. */
  question: string | null
}

export interface Turn {
  event: TurnEvent | null
  /** Null for silence and for keys that are no answer. */
  understood: Understood | null
  /** The recorded choice, whose result is spoken first. */
  result: CallResponse | 'callback' | null
  /** A meeting is wanted: times are to be held, then offered. Where there are none, `withoutTimes` follows. */
  asksForTimes: Source | null
  /** A call at this time is wanted: a legal time is to be found, then read back. */
  asksForCallback: CallbackWish | null
  /** A person is wanted: their phones ring first. The rest of the turn follows where there are none. */
  asksForPerson: boolean
  next: Next
}

/** The texts and options of a call. */
export interface Words {
  script: CallScript
  /** The meeting times offered last. */
  offered: readonly OfferedSlot[]
  /** The time of a wished call that was read back last. */
  callback: StoredCallback | null
  /** The clock by which the person names times; null after silence. */
  clock: { now: Date; zone: string } | null
}

/** A time of a wished call as it is read back. Instants, ISO 8601. */
export interface StoredCallback {
  /** The person's. */
  words: string
  question: string
  from: string
  to: string
}
