// Interprets speech by fixed rules, without guessing: the agent repeats the question after unclear speech.

import type { CallResponse } from '#contract/calls.ts'
import { readOptOut } from '#server/conversation/opt-out/opt-out.ts'

/** An offered meeting time, as spoken by the agent. */
type OfferedSlot = { spoken: string }

export type SpokenWish =
  | { kind: 'option'; option: CallResponse }
  | { kind: 'operator' }
  | { kind: 'record_off' }
  | { kind: 'unclear' }

const normalise = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/\b([ap])\. ?m\b\.?/g, '$1m')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `

/** Phrases of an answering machine, which are never a choice. */
const MACHINE =
  / (leave (a|your|us a|me a) (\w+ )?(message|name)|voice ?mail|message ?bank|after the (tone|beep)|at the tone|(cant|cannot|unable to|not able to) (come to the phone|take your call|answer)|not available|youve reached|you have reached|press (hash|pound)) /

const RECORD_OFF =
  / ((dont|do not|not|stop|no|without|turn off|switch off|end|cancel) (\w+ ){0,3}(record|recording|recorded|records)|recording off) /
const OPERATOR =
  / (operator|person|human|someone|somebody|representative|receptionist|real (voice|people)|speak (to|with)|talk (to|with)|put me through|transfer me) /

const OPTIONS: readonly [CallResponse, RegExp][] = [
  ['option_1', / (link|links|text|texts|sms|details|message me) /],
  ['option_2', / (meeting|meet|appointment|book|booking|schedule|bdm|business development|manager) /],
  ['option_3', / (accredit|accredited|accreditation|accreditations|credit(ed|ation)) /],
]

const REFUSED = / (no|not|dont|do not|never|without|wont|isnt) /

const NUMBERS: readonly [RegExp, SpokenWish][] = [
  [/ (0|zero|oh|nought) /, { kind: 'operator' }],
  [/ (1|one) /, { kind: 'option', option: 'option_1' }],
  [/ (2|two) /, { kind: 'option', option: 'option_2' }],
  [/ (3|three) /, { kind: 'option', option: 'option_3' }],
  [/ (4|four) /, { kind: 'option', option: 'option_4' }],
]
/** A number counts only without other words. */
const NUMBER_ALONE =
  /^ (i )?((press|option|number|choose|choice|please|the|key|id like|ill take|want) )*\w+ (please |thanks |thank you )?$/

/** The choice in speech while the menu is open. An opt-out counts in any sentence. */
export function spokenWish(speech: string): SpokenWish {
  const text = normalise(speech)
  if (MACHINE.test(text)) return { kind: 'unclear' }
  const optOut = readOptOut(speech)
  if (optOut === 'opt_out') return { kind: 'option', option: 'option_4' }
  if (RECORD_OFF.test(text)) return { kind: 'record_off' }
  if (optOut === 'unclear') return { kind: 'unclear' }
  if (REFUSED.test(text)) return { kind: 'unclear' }
  if (NUMBER_ALONE.test(text)) {
    const number = NUMBERS.find(([pattern]) => pattern.test(text))
    if (number) return number[1]
  }
  const options = OPTIONS.filter(([, pattern]) => pattern.test(text)).map(([option]) => option)
  const [option] = options
  // two options together are unclear; 'talk to a manager' is a request for a person, not a meeting
  if (option && options.length === 1 && !(option === 'option_2' && / (speak|talk) /.test(text)))
    return { kind: 'option', option }
  if (options.length <= 1 && OPERATOR.test(text)) return { kind: 'operator' }
  return { kind: 'unclear' }
}

/** Whether a person's words may be an opt-out without being a clear one. */
export const maybeOptOut = (speech: string): boolean =>
  !MACHINE.test(normalise(speech)) && readOptOut(speech) === 'unclear'

/** In 'the second one' the ordinal counts; a numeral counts only without an ordinal. */
const ORDINALS = [/ (first|1st|earlier|former) /, / (second|2nd|later|latter|other) /] as const
const NUMERALS = [/ (1|one) /, / (2|two) /] as const
const YES = / (yes|yeah|yep|sure|okay|ok|fine|suits|works|good|great|perfect) /

const HOURS = [
  'twelve',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
]

/** The index of the offered time that was named; null where that is unclear. */
export function spokenSlot(speech: string, slots: readonly OfferedSlot[]): number | null {
  const text = normalise(speech)
  if (REFUSED.test(text) || / neither /.test(text)) return null
  const named = slots.flatMap((_, index) => (namesOnly(text, index, slots) ? [index] : []))
  const [only] = named
  if (only !== undefined) return named.length === 1 ? only : null
  const index = [ORDINALS, NUMERALS].map((pair) => onlyOf(pair, text)).find((place) => place !== null) ?? null
  if (slots.length === 1 && index === null) return YES.test(text) ? 0 : null
  return index !== null && index < slots.length ? index : null
}

function onlyOf([first, second]: readonly [RegExp, RegExp], text: string): 0 | 1 | null {
  const [one, two] = [first.test(text), second.test(text)]
  if (one === two) return null
  return one ? 0 : 1
}

/** Whether the text names a part of this time that no other offered time shares. */
function namesOnly(text: string, index: number, slots: readonly OfferedSlot[]): boolean {
  const partsOf = (slot: OfferedSlot) => new Set(normalise(slot.spoken).trim().split(' '))
  const others = slots.filter((_, other) => other !== index).map(partsOf)
  const slot = slots[index]
  if (!slot) return false
  const own = [...partsOf(slot)].filter((part) => !others.some((other) => other.has(part)))
  return own.some((part) => spoken(part).some((word) => text.includes(` ${word} `)))
}

/** The spoken forms of a part of a time; a bare 1 or 2 is reserved for first or second. */
function spoken(part: string): string[] {
  const hour = /^\d{1,2}$/.test(part) ? HOURS[Number(part) % 12] : undefined
  const ambiguous = part === '1' || part === '2'
  if (ambiguous) return [`${part} am`, `${part} pm`, `${part} oclock`, `${part} o clock`]
  return hour && Number(part) > 2 && Number(part) <= 12 ? [part, hour] : [part]
}
