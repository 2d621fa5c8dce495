// Reads single cells of ASIC's files: a day, the end of a ban or licence, a number, a name, a state.

import { regions } from '#contract/brokers/brokers.ts'

/** No-break and zero-width spaces, control characters and runs of spaces become one space. */
export const clean = (text: string): string =>
  text
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of damaged files
    .replaceAll(/[\s\u00a0\x00-\x1f\x7f-\x9f]+/g, ' ')
    .trim()

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = String.raw`(?:[ T,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:am|pm)?(?:Z|[+-]\d{2}:?\d{2})?)?`
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2}) ?[/.\-] ?(\d{1,2}) ?[/.\-] ?(\d{4}|\d{2})${TIME}$`, 'i')
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.\-](\d{1,2})[/.\-](\d{1,2})${TIME}$`, 'i')
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
const NAMED = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ /.\-]?([a-z]{3,9})\.?[ ,/.\-]*(\d{4}|\d{2})${TIME}$`,
  'i',
)
/** Days since 30 December 1899, as a workbook stores a date: 1927 to 2119. */
const SERIAL = /^([1-7]\d{4})(?:\.0+)?$/
/** As databases write that there is no date. */
const ZERO = /^(?:0+|0{1,2}[/.-]0{1,2}[/.-]0{4}|0{4}-0{2}-0{2})(?: 0?0:00(?::00)?)?$/
const PIVOT_YEAR = 70
const LEAST_YEAR = 1900
/** '31/12/9999' is how some systems write that there is no end. */
const ENDLESS_YEAR = 9000

const fullYear = (text: string): number => {
  const year = Number(text)
  return text.length > 2 ? year : year + (year < PIVOT_YEAR ? 2000 : 1900)
}

function partsOf(text: string): [year: number, month: number, day: number] | null {
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return [fullYear(dayFirst[3] ?? ''), Number(dayFirst[2]), Number(dayFirst[1])]
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text)
  if (yearFirst) return [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])]
  const named = NAMED.exec(text)
  if (!named) return null
  const month = MONTHS.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) + 1
  return month === 0 ? null : [fullYear(named[3] ?? ''), month, Number(named[1])]
}

/** A day, day first as ASIC writes it; empty: none. Undefined: there is no such day. */
export function readDay(text: string): string | null | undefined {
  const plain = clean(text)
  if (plain === '' || ZERO.test(plain)) return null
  const serial = SERIAL.exec(plain)
  if (serial) return new Date(Date.UTC(1899, 11, 30 + Number(serial[1]))).toISOString().slice(0, 10)
  const [year, month, day] = partsOf(plain) ?? []
  if (!year || !month || !day) return undefined
  if (year >= ENDLESS_YEAR) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= LEAST_YEAR ? date.toISOString().slice(0, 10) : undefined
}

const NOTHING =
  /^(?:n\/?\.?a\.?|#n\/?a!?|not applicable|nil|none|null|\(null\)|blank|unknown|not known|-+|[–—]|\.)$/i
/** Words with which a ban or licence has no end. */
const ENDLESS = new RegExp(
  [
    /^(?:permanent|permanently|perpetual|perpetuity|in perpetuity|lifetime|life|for life|forever|indefinite|indefinitely)\b/,
    /^(?:unlimited|ongoing|on-going|open|open[- ]ended|current|continuing|still in force|in force)\b/,
    /^(?:until|pending|subject to|till) (?:further|the )?(?:order|notice|varied|revoked|revocation|otherwise|set aside|cancelled|advised)/,
    /^(?:until|till) .*(?:order|notice|revoked|varied|set aside)/,
    /^(?:no|without|w\/o|not) (?:an? )?(?:end|expiry|expiration|limit|specified|stated|defined|fixed)/,
    /^(?:date )?(?:not specified|not stated|unspecified)/,
    /^(?:ban(?:ned)?|banning|disqualified|disqualification)(?: is)? (?:permanent|permanently|for life|indefinite|indefinitely)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)
const UNTIL =
  /^(?:until|till|to|up to|ends?(?: on)?|ending(?: on)?|ended(?: on)?|expire[sd]?(?: on)?|expiry:?) (?=\S)/i

/** The last day of a ban or licence; null: it has no end. Undefined: unreadable. */
export function readEnd(text: string): string | null | undefined {
  const plain = clean(text)
  if (NOTHING.test(plain) || ENDLESS.test(plain)) return null
  return readDay(plain.replace(UNTIL, ''))
}

/** The first day; null where the file gives none. Undefined: unreadable. */
export function readStart(text: string): string | null | undefined {
  const plain = clean(text)
  return NOTHING.test(plain) ? null : readDay(plain)
}

/** As ASIC's files have it, so that a day written otherwise makes no other version of the row. */
export const asPublished = (day: string): string => day.split('-').reverse().join('/')

const NUMBER = /^(?:[A-Za-z][A-Za-z .:]*)?[#:]? ?(\d[\d ]*)(?:\.0+)?$/

/**
 * A representative's or licence number without leading zeros, e.g. '000385487' is '385487'. Null for a text that only
 * holds digits, such as '4.12E+05': it would be somebody else's number.
 */
export function readNumber(text: string): string | null {
  const digits = (NUMBER.exec(clean(text))?.[1] ?? '').replaceAll(' ', '').replace(/^0+/, '')
  return digits === '' || digits.length > 9 ? null : digits
}

/** Error values of spreadsheets. */
const FAULT = /^#(?:ref|name\??|value|div\/0|n\/a|null|num)!?$/i

/** A name has a letter. Null: unreadable. */
export function readName(text: string): string | null {
  const plain = clean(text)
  return /\p{L}/u.test(plain) && !FAULT.test(plain) && !plain.includes('\ufffd') ? plain : null
}

const STATES: Readonly<Record<string, string>> = {
  'NEW SOUTH WALES': 'NSW',
  VICTORIA: 'VIC',
  QUEENSLAND: 'QLD',
  'WESTERN AUSTRALIA': 'WA',
  'SOUTH AUSTRALIA': 'SA',
  TASMANIA: 'TAS',
  'NORTHERN TERRITORY': 'NT',
  'AUSTRALIAN CAPITAL TERRITORY': 'ACT',
}

export function readState(text: string): string | null {
  const plain = clean(text).toUpperCase()
  const short = plain.replaceAll('.', '').replaceAll(' ', '')
  return STATES[plain] ?? regions.find((region) => region === short) ?? (plain || null)
}

/** A spreadsheet drops the zero of '0800'. */
export const readPostcode = (text: string): string | null => {
  const plain = clean(text).replace(/\.0+$/, '')
  return /^\d{3}$/.test(plain) ? `0${plain}` : plain || null
}
