// Types of the interpreter: one utterance or SMS in, one reading out.

/** Step of the conversation. `greeting`: the first words of the answering party; `inbound`: a person calls us. */
export const steps = ['greeting', 'menu', 'slots', 'confirm', 'inbound', 'sms'] as const
export type Step = (typeof steps)[number]

export const labels = [
  ...(['option_1', 'option_2', 'option_3', 'option_4', 'operator', 'record_off'] as const),
  ...(['callback', 'busy_now', 'wrong_number', 'question', 'yes', 'no', 'hold_on', 'slot'] as const),
  ...(['machine', 'screener', 'carrier_challenge', 'receptionist', 'person', 'ack'] as const),
  ...(['start', 'reaction', 'other', 'unclear'] as const),
] as const
export type Label = (typeof labels)[number]

export interface Context {
  /** Step slots: the offered meeting times, in any unique form; a reading returns one of them. */
  offered?: readonly string[]
  /** The offered times as spoken, 'Wednesday 2 December at 10 am'. Needed where `offered` is no readable time. */
  spoken?: readonly string[]
  /** Step confirm: the subject of our question, and the question. */
  about?: 'optout' | 'slot' | 'link' | 'callback'
  ask?: string
  /** Step greeting: first name of the called person, and the last utterance of the same voice. */
  called?: string
  previous?: string
  /** Needed for the times of callbacks and for 'tomorrow'. */
  now?: Date
  /** IANA zone of the person; Sydney where it is absent. */
  zone?: string
  /** The options of the menu. */
  menu?: readonly string[]
}

/** A wished time, in local time of `zone`: YYYY-MM-DDTHH:MM. Null: outside the legal hours, so ask again. */
export interface CallbackTime {
  /** The part of the utterance that names the time. */
  words: string
  zone: string
  from: string | null
  to: string | null
  /** The beginning of the named time, also where it is outside the legal hours. */
  asked?: string
}

/** Why: a rule of the vocabulary and the words that matched it. */
export interface Evidence {
  rule: string
  words: string
}

export interface Reading {
  label: Label
  /**
   * slot: an offered time, 'either', 'neither' or 'other:…'; question: 'repeat', or 'genuine' for a doubt about who calls;
   * callback: the time, absent where none was named.
   */
  value?: string | CallbackTime
  /** `possible`: may be an opt-out without being a clear one, so ask. `clear` exactly for option_4. */
  optOut: 'clear' | 'possible' | 'none'
  /** 0 to 1. */
  confidence: number
  /** The decisive rule first. */
  evidence: readonly Evidence[]
}

export interface Utterance {
  step: Step
  text: string
  context?: Context
}
