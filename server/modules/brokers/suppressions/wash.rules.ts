// Reads the rows of a Do Not Call Register wash.

import { parsePhone } from '../phone.rules.ts'
import type { Wash } from './suppressions.rules.ts'

export interface WashColumns {
  phone: number
  listed: number
  washedOn: number
}

const HEADERS: Record<keyof WashColumns, RegExp> = {
  phone: /^(phone|phonenumber|number|telephone|mobile)$/,
  listed: /^(listed|result|status|registered)$/,
  washedOn: /^(washedon|washdate|washed|date|checkedon)$/,
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

const RESULTS: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  '1': true,
  listed: true,
  no: false,
  n: false,
  false: false,
  '0': false,
  'not listed': false,
}

export type WashRow = { ok: true; wash: Wash } | { ok: false; value: string; reason: string }

/** @param today YYYY-MM-DD; a later wash date is rejected */
export function readWash(cells: readonly string[], columns: WashColumns, today: string): WashRow {
  const cell = (key: keyof WashColumns) => (cells[columns[key]] ?? '').trim()
  const phone = parsePhone(cell('phone'))
  if (!phone.ok) return { ok: false, value: cell('phone'), reason: phone.reason }
  const result = cell('listed')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
  const listed = Object.hasOwn(RESULTS, result) ? RESULTS[result] : undefined
  if (listed === undefined) {
    return { ok: false, value: cell('listed'), reason: 'Column listed: write yes or no' }
  }
  const washedOn = readDay(cell('washedOn'))
  if (!washedOn) {
    return { ok: false, value: cell('washedOn'), reason: 'Column washed_on: write the day as YYYY-MM-DD' }
  }
  if (washedOn > today) {
    return { ok: false, value: cell('washedOn'), reason: 'Column washed_on: the day is in the future' }
  }
  return { ok: true, wash: { phone: phone.e164, listed, washedOn } }
}

/** Accepts 2026-11-21, or 21/11/2026 as Australian spreadsheets write it. */
function readDay(text: string): string | null {
  const local = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const iso = local ? `${local[3]}-${local[2]?.padStart(2, '0')}-${local[1]?.padStart(2, '0')}` : text
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null
  try {
    return Temporal.PlainDate.from(iso, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}
