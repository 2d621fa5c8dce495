// Reads the rows of a Do Not Call Register wash.

import { type DateOrder, readDate } from '#server/input/values/dates.ts'
import { parsePhones } from '../phone.rules.ts'
import type { Wash } from './suppressions.rules.ts'

export interface WashColumns {
  phone: number
  listed: number
  washedOn: number
}

const HEADERS: Record<keyof WashColumns, RegExp> = {
  phone:
    /^((tele|mobile|contact)?phone(number|no)?|number|telephone(number|no)?|mobile(number|no)?|contactnumber|msisdn)$/,
  listed:
    /^(listed|result|status|registered|listing|(dncr?|register|wash)(status|result)?|onregister|ondnc(r|register)?)$/,
  washedOn:
    /^(washedon|washdate|washeddate|washed|date|dateofwash|datewashed|checkedon|datechecked|checkdate)$/,
}
const names: Record<keyof WashColumns, string> = { phone: 'phone', listed: 'listed', washedOn: 'washed_on' }

/** The positions of the three columns, or the names of the missing ones. */
export function findWashColumns(columns: readonly string[]): WashColumns | { missing: string[] } {
  const plain = columns.map((column) => column.toLowerCase().replace(/[^a-z]/g, ''))
  const found = {
    phone: plain.findIndex((name) => HEADERS.phone.test(name)),
    listed: plain.findIndex((name) => HEADERS.listed.test(name)),
    washedOn: plain.findIndex((name) => HEADERS.washedOn.test(name)),
  }
  const missing = (Object.keys(found) as (keyof WashColumns)[]).filter((key) => found[key] < 0)
  return missing.length > 0 ? { missing: missing.map((key) => names[key]) } : found
}

const LISTED = [
  'yes',
  'y',
  'true',
  't',
  '1',
  '1.0',
  'listed',
  'registered',
  'on register',
  'do not call',
  'dnc',
]
const NOT_LISTED = [
  ...['no', 'n', 'false', 'f', '0', '0.0', 'not listed', 'unlisted', 'not registered', 'unregistered'],
  ...['not on register', 'ok to call', 'clear'],
]

export interface WashProblem {
  column: keyof WashColumns
  value: string
  reason: string
}

export interface WashRow {
  /** Each number of the row, with the same result and day. */
  washes: Wash[]
  /** null: everything was read. */
  problem: WashProblem | null
}

/** How the days of the file are read. */
export interface WashDates {
  /** YYYY-MM-DD; a later wash date is rejected. */
  today: string
  order: DateOrder
}

export function readWash(
  cells: readonly string[],
  columns: WashColumns,
  { today, order }: WashDates,
): WashRow {
  const cell = (key: keyof WashColumns) => (cells[columns[key]] ?? '').trim()
  const refuse = (column: keyof WashColumns, reason: string): WashRow => ({
    washes: [],
    problem: { column, value: cell(column), reason },
  })
  const numbers = parsePhones(cell('phone'))
  if (numbers.length === 0) return refuse('phone', 'Phone number is required')
  const result = cell('listed')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
  const listed = LISTED.includes(result)
  if (!listed && !NOT_LISTED.includes(result)) return refuse('listed', 'Column listed: write yes or no')
  const washedOn = readDate(cell('washedOn'), order)
  if (!washedOn)
    return refuse(
      'washedOn',
      'Column washed_on: write the day as YYYY-MM-DD, or as 21/11/2026 in the whole column',
    )
  if (washedOn > today) return refuse('washedOn', 'Column washed_on: the day is in the future')
  const washes = numbers.flatMap((number) => (number.ok ? [{ phone: number.e164, listed, washedOn }] : []))
  const unread = numbers.find((number) => !number.ok)
  return { washes, problem: unread ? { column: 'phone', value: cell('phone'), reason: unread.reason } : null }
}
