/** Parses telephone numbers: which number a text means, of what kind it is, and whether it may be dialled. */
import { Metadata, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Region } from '#contract/brokers/brokers.ts'
import { PHONE_INVALID, PHONE_REQUIRED } from '#contract/brokers/phone-messages.ts'
import { isEmptyWord } from '#server/input/values/empty-words.ts'
import { type WrittenFault, writtenNumbers } from '#server/input/written-numbers.ts'
import { isFictitious } from './fictitious-numbers.rules.ts'

export const numberKinds = [
  'mobile',
  'fixed',
  'voip',
  'premium',
  'tollfree',
  'shared',
  'short',
  'emergency',
  'foreign',
  'invalid',
] as const
export type NumberKind = (typeof numberKinds)[number]

export interface NumberFacts {
  e164: string
  kind: NumberKind
  australian: boolean
  /** Reserved for fiction: the simulator calls only these, a live provider none of them. */
  fictitious: boolean
}

export type ParsedPhone = { ok: true; e164: string; kind: NumberKind } | { ok: false; reason: string }

const AREA_CODES: Record<Region, string> = {
  NSW: '02',
  ACT: '02',
  VIC: '03',
  TAS: '03',
  QLD: '07',
  WA: '08',
  SA: '08',
  NT: '08',
}

const EMERGENCY = new Set(['000', '112', '106'])

/** Our kind for each `type` of libphonenumber. Pagers and personal numbers are left out: no person answers them. */
const KINDS: Partial<Record<string, NumberKind>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'fixed',
  FIXED_LINE_OR_MOBILE: 'fixed',
  VOIP: 'voip',
  PREMIUM_RATE: 'premium',
  TOLL_FREE: 'tollfree',
  SHARED_COST: 'shared',
}

export interface PhoneOptions {
  /** State whose area code is added to a number of eight digits. */
  region?: Region | null
}

/**
 * Parses a number as typed by a person or exported by a spreadsheet. Any number that exists is `ok`, with its kind;
 * `whyNotCallable` decides whether it may be called. Of several numbers in a cell it is the first that may be called.
 */
export function parsePhone(text: string, options: PhoneOptions = {}): ParsedPhone {
  const numbers = parsePhones(text, options)
  const read = numbers.filter((number) => number.ok)
  const callable = read.find(({ kind }) => whyNotCallable(kind) === null)
  return callable ?? read[0] ?? numbers[0] ?? { ok: false, reason: PHONE_REQUIRED }
}

/** Each number of a cell, e.g. '0491 570 156 / 02 5550 1234', read or refused; none for an empty cell. */
export function parsePhones(text: string, options: PhoneOptions = {}): ParsedPhone[] {
  if (isEmptyWord(text.trim())) return []
  return writtenNumbers(text).map((number) =>
    number.ok ? parseWritten(number.text, options) : refuse(FAULTS[number.fault]),
  )
}

const FAULTS: Record<WrittenFault, string> = {
  changed: 'a spreadsheet has shortened this number; format the column as text and export again',
  characters: 'use only digits, spaces, brackets, dashes and +',
}

function parseWritten(written: string, { region }: PhoneOptions): ParsedPhone {
  const digits = written.replace(/\D/g, '')
  if (EMERGENCY.has(digits)) return { ok: true, e164: `+61${digits}`, kind: 'emergency' }
  if (/^[2-9]\d{7}$/.test(digits) && !written.startsWith('+')) {
    if (!region) return refuse('the area code is missing; add it, or give the state')
    return readNumber(AREA_CODES[region] + digits)
  }
  return readNumber(written)
}

function refuse(detail: string): ParsedPhone {
  return { ok: false, reason: `${PHONE_INVALID}: ${detail}` }
}

function readNumber(written: string): ParsedPhone {
  const parsed = parsePhoneNumberFromString(written, { defaultCountry: 'AU', extract: false })
  if (!parsed) return refuse('it has too few or too many digits')
  const kind = kindOf(parsed)
  if (kind === 'invalid') return refuse('no such number exists in Australia or abroad')
  return { ok: true, e164: parsed.number, kind }
}

function kindOf(number: PhoneNumber): NumberKind {
  if (number.countryCallingCode !== '61') return number.isValid() ? 'foreign' : 'invalid'
  const national = number.nationalNumber
  if (EMERGENCY.has(national)) return 'emergency'
  const type = number.getType()
  const kind = type === undefined ? undefined : KINDS[type]
  if (kind) return kind
  if (/^190/.test(national)) return 'premium'
  return /^1\d{2,5}$/.test(national) ? 'short' : 'invalid'
}

/** A method that the library's class has, but its types lack. */
type Plan = Metadata & { type(name: string): { pattern(): string } | undefined }

/** Australian mobile and fixed lines by the library's own patterns, without parsing each of a hundred thousand numbers. */
const usual = (['MOBILE', 'FIXED_LINE'] as const).map((type) => {
  const plan = new Metadata() as Plan
  plan.selectNumberingPlan('AU')
  return { kind: KINDS[type], pattern: new RegExp(`^\\+61(?:${plan.type(type)?.pattern() ?? '(?!)'})$`) }
})

/** The facts of a stored number. */
export function classifyNumber(e164: string): NumberFacts {
  const kind = usual.find(({ pattern }) => pattern.test(e164))?.kind
  return kind ? { e164, kind, australian: true, fictitious: isFictitious(e164) } : parseFacts(e164)
}

/** The same by parsing, for any number. */
export function parseFacts(e164: string): NumberFacts {
  const australian = e164.startsWith('+61')
  const parsed = /^\+\d+$/.test(e164) ? parsePhoneNumberFromString(e164) : undefined
  const kind = EMERGENCY.has(e164.replace(/^\+61/, '')) ? 'emergency' : parsed ? kindOf(parsed) : 'invalid'
  return { e164, kind, australian, fictitious: isFictitious(e164) }
}

const REFUSALS: Record<NumberKind, string | null> = {
  mobile: null,
  fixed: null,
  voip: 'internet telephony numbers are never called; give an Australian mobile or fixed line',
  premium: 'premium-rate numbers are never called; give an Australian mobile or fixed line',
  tollfree: '1800 numbers are never called; give an Australian mobile or fixed line',
  shared: '13 and 1300 numbers are never called; give an Australian mobile or fixed line',
  short: 'short service numbers are never called; give an Australian mobile or fixed line',
  emergency: 'emergency numbers are never called',
  foreign: 'only Australian numbers are called; give an Australian mobile or fixed line',
  invalid: 'no such number exists in Australia or abroad',
}

/** The message for people, or null for Australian mobile and fixed lines, which may be called. */
export function whyNotCallable(kind: NumberKind): string | null {
  const refusal = REFUSALS[kind]
  return refusal && `${PHONE_INVALID}: ${refusal}`
}

/** `parsePhone`, refusing every number that may not be called. */
export function parseCallable(text: string, options: PhoneOptions = {}): ParsedPhone {
  const parsed = parsePhone(text, options)
  const refusal = parsed.ok ? whyNotCallable(parsed.kind) : null
  return refusal ? { ok: false, reason: refusal } : parsed
}

/** The library writes these alike, at thirty times the cost: a list of a million is nearly all of them. */
const FIXED_LINE = /^\+61([2378])(\d{4})(\d{4})$/
const MOBILE = /^\+61(4\d{2})(\d{3})(\d{3})$/

/** As written in Australia: '0491 570 156', '(02) 5550 1234'; foreign numbers in international form. */
export function formatPhone(e164: string): string {
  const [, fixed, head, tail] = FIXED_LINE.exec(e164) ?? []
  if (fixed) return `(0${fixed}) ${head} ${tail}`
  const [, mobile, middle, last] = MOBILE.exec(e164) ?? []
  if (mobile) return `0${mobile} ${middle} ${last}`
  const parsed = parsePhoneNumberFromString(e164)
  if (!parsed) return e164
  return parsed.countryCallingCode === '61' ? parsed.formatNational() : parsed.formatInternational()
}
