// Reads days as people, spreadsheets and databases write them. The whole column decides which number is the month.

import { sydneyDate } from '#server/calendar/days.ts'
import { isEmptyWord } from './empty-words.ts'

/** Whether day or month is first in 7/8/2026. */
export type DateOrder = 'day' | 'month'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const YEAR = "'?(\\d{4}|\\d{2})"
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i
/** A time behind the day, with or without seconds, zone and AM or PM. */
const TIME =
  /(?:t|,?\s+|,\s*)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:z|utc|gmt|[+-]\d{2}:?\d{2}|a[ecw][sd]t)?$/i
const INSTANT = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(z|[+-]\d{2}:?\d{2})$/i

const YEAR_FIRST = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
const NUMBERS = /^(\d{1,2})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*'?(\d{4}|\d{2})$/
const DAY_NAMED_MONTH = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?[-/. ,]*${MONTH}[-/. ,]*${YEAR}$`,
  'i',
)
const NAMED_MONTH_DAY = new RegExp(`^${MONTH}[-/. ]*(\\d{1,2})(?:st|nd|rd|th)?(?:,\\s*|[-/. ]+)${YEAR}$`, 'i')
const YEAR_NAMED_MONTH = new RegExp(`^(\\d{4})[-/. ]${MONTH}[-/. ](\\d{1,2})$`, 'i')
/** Days since 30 December 1899, as spreadsheets count; from 1954 to 2119. */
const SERIAL = /^([2-7]\d{4})(?:[.,]\d+)?$/
/** Values of databases and spreadsheets for no date. */
const ZERO = /^(?:0|0000-00-00|00[/.-]00[/.-]0000|0?0[/.-]0?1[/.-]1900|1900-01-00)$/

const MIN_YEAR = 1900
const MAX_YEAR = 2199
const PIVOT = 70

/**
 * A day as YYYY-MM-DD; null: the cell is empty; undefined: it is no day.
 * @param order of two numbers that may both be a month
 */
export function readDate(text: string, order: DateOrder = 'day'): string | null | undefined {
  const plain = clean(text)
  if (isEmptyWord(plain)) return null
  const instant = INSTANT.exec(plain)
  if (instant) return readInstant(instant)
  const day = plain.replace(TIME, '').replace(WEEKDAY, '').trim()
  if (ZERO.test(day)) return null
  return readDay(day, order)
}

const clean = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}]/gu, '')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^'/, '')

/** An instant belongs to its day in Sydney: a browser there writes 13 July as 2026-07-12T14:00:00Z. */
function readInstant([, day = '', time = '', zone = '']: RegExpExecArray): string | undefined {
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const at = new Date(`${day}T${time}${offset}`)
  return Number.isNaN(at.getTime()) ? undefined : sydneyDate(at)
}

function readDay(text: string, order: DateOrder): string | undefined {
  const iso = YEAR_FIRST.exec(text) ?? COMPACT.exec(text)
  if (iso) return dayOf(iso[1], Number(iso[2]), iso[3])
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [, first, second, year] = numbers
    return order === 'day' ? dayOf(year, Number(second), first) : dayOf(year, Number(first), second)
  }
  const named = DAY_NAMED_MONTH.exec(text)
  if (named) return dayOf(named[3], monthOf(named[2]), named[1])
  const american = NAMED_MONTH_DAY.exec(text)
  if (american) return dayOf(american[3], monthOf(american[1]), american[2])
  const sorted = YEAR_NAMED_MONTH.exec(text)
  if (sorted) return dayOf(sorted[1], monthOf(sorted[2]), sorted[3])
  const serial = SERIAL.exec(text)
  return serial ? dayOfSerial(Number(serial[1])) : undefined
}

const monthOf = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

function dayOf(year = '', month = 0, day = ''): string | undefined {
  const short = Number(year)
  const full = year.length === 2 ? (short < PIVOT ? 2000 : 1900) + short : short
  const date = new Date(Date.UTC(full, month - 1, Number(day)))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day)
  return exists && full >= MIN_YEAR && full <= MAX_YEAR ? date.toISOString().slice(0, 10) : undefined
}

const DAY_MS = 86_400_000
const SERIAL_START = Date.UTC(1899, 11, 30)

export const dayOfSerial = (serial: number): string =>
  new Date(SERIAL_START + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)

/** How the days of a column are written. */
export interface DateColumn {
  order: DateOrder
  /** `decided` by a number above 12; `assumed`: each date may be read both ways, or the column contradicts itself. */
  basis: 'decided' | 'assumed'
  /** A date that has two readings; null: the column has none. */
  example: string | null
  /** A number above 12 shows the order. */
  isProven: boolean
}

/** Collects the cells of a column, then decides. A column that only month-first explains is read so, others day-first. */
export function dateColumn(): { add(text: string): void; decide(): DateColumn } {
  let dayFirst = 0
  let monthFirst = 0
  let example: string | null = null
  return {
    add(text) {
      const numbers = NUMBERS.exec(clean(text).replace(TIME, '').replace(WEEKDAY, '').trim())
      if (!numbers) return
      const [first, second] = [Number(numbers[1]), Number(numbers[2])]
      if (first > 12 && second <= 12) dayFirst++
      else if (second > 12 && first <= 12) monthFirst++
      else if (first !== second) example ??= text.trim()
    },
    decide() {
      const order = monthFirst > dayFirst && dayFirst === 0 ? 'month' : 'day'
      const isDecided = dayFirst > 0 !== monthFirst > 0
      const isPlain = dayFirst === 0 && monthFirst === 0 && example === null
      return { order, basis: isDecided || isPlain ? 'decided' : 'assumed', example, isProven: isDecided }
    },
  }
}

/** Notes for people about the interpretation of a column of dates. */
export function dateNotes({ order, basis, example }: DateColumn, column = ''): string[] {
  const read = example === null ? null : readDate(example, order)
  if (order === 'month')
    return [`Column ${column}: dates are read with the month first${asExample(example, read)}.`]
  return basis === 'assumed'
    ? [`Column ${column}: dates are read with the day first${asExample(example, read)}.`]
    : []
}

const asExample = (text: string | null, day: string | null | undefined): string =>
  text && day ? `, ${text} as ${day}` : ''
