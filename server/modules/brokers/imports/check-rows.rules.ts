/** Decides whether a row of a file is a broker, and which broker: every problem with its column, value and reason. */
import { z } from 'zod'
import { memberships } from '#contract/brokers.ts'
import { type ImportField, type ImportMapping, importFieldLabels } from '#contract/imports.ts'
import { parseRegion } from '#server/calendar/regions.ts'
import { parseCallable } from '../phone.rules.ts'
import type { BrokerFields } from '../rules.ts'
import type { TableRow } from './read-csv.rules.ts'

export interface RowProblem {
  column: string
  value: string
  reason: string
}

export interface CheckedRow {
  row: number
  cells: string[]
  /** Null where the row is rejected. */
  fields: BrokerFields | null
  problems: RowProblem[]
}

const email = z.email()
const MAX_LENGTHS: Partial<Record<ImportField, number>> = {
  name: 200,
  email: 320,
  company: 200,
  asicNumber: 40,
  membership: 40,
}
const MAX_VALUE_SHOWN = 200

/** Checks rows of one file in order, remembering the accepted ones. */
export function rowChecker(
  columns: readonly string[],
  mapping: ImportMapping,
): (row: TableRow) => CheckedRow {
  const places = new Map(columns.map((column, index) => [column, index]))
  const seen = new Map<string, number>()
  return ({ row, cells }) => {
    const problems: RowProblem[] = []
    const columnOf = (field: ImportField) => mapping[field] ?? importFieldLabels[field]
    const read = (field: ImportField): string => {
      const column = mapping[field]
      const place = column === undefined ? undefined : places.get(column)
      return place === undefined ? '' : clean(cells[place] ?? '')
    }
    const object = (field: ImportField, reason: string) => {
      const why = mapping[field] ? reason : `No column is chosen for ${importFieldLabels[field]}`
      problems.push({ column: columnOf(field), value: read(field).slice(0, MAX_VALUE_SHOWN), reason: why })
    }
    const surplus = cells.slice(columns.length).filter((cell) => cell.trim() !== '')
    if (surplus.length > 0) {
      const reason = `The row has ${cells.length} cells, the header ${columns.length}: put cells that hold a delimiter in quotes`
      problems.push({ column: '', value: surplus.join(' ').slice(0, MAX_VALUE_SHOWN), reason })
    }
    const fields = readFields(read, object)
    const keys = keysOf(fields)
    for (const { field, key, what } of keys) {
      const earlier = seen.get(key)
      if (earlier === undefined) continue
      object(field, `The same broker as row ${earlier}: same ${what}`)
      break
    }
    if (problems.length > 0) return { row, cells, fields: null, problems }
    for (const { key } of keys) seen.set(key, row)
    return { row, cells, fields, problems }
  }
}

function readFields(
  read: (field: ImportField) => string,
  object: (field: ImportField, reason: string) => void,
): BrokerFields {
  for (const [field, max] of Object.entries(MAX_LENGTHS) as [ImportField, number][]) {
    if (read(field).length > max) object(field, `At most ${max} characters`)
  }
  if (read('name') === '') object('name', 'Broker name is required')
  const region = parseRegion(read('region'))
  if (read('region') !== '' && !region) object('region', 'Not an Australian state or territory')
  const phone = parseCallable(read('phone'), { region })
  if (!phone.ok) object('phone', phone.reason)
  if (read('email') !== '' && !email.safeParse(read('email')).success)
    object('email', 'Valid email is required')
  const postcode = readPostcode(read('postcode'))
  if (postcode === undefined) object('postcode', 'A postcode has four digits')
  return {
    name: read('name'),
    phone: phone.ok ? phone.e164 : null,
    email: read('email') || null,
    company: read('company') || null,
    region,
    postcode: postcode ?? null,
    asicNumber: read('asicNumber') || null,
    membership: knownMembership(read('membership')) || null,
  }
}

/** 'mfaa' is MFAA; what is not among the known ones stays as it is written. */
function knownMembership(text: string): string {
  return memberships.find((known) => known.toLowerCase() === text.toLowerCase()) ?? text
}

/** Null: none given. Undefined: not a postcode. Spreadsheets drop the leading zero of the Northern Territory. */
function readPostcode(text: string): string | null | undefined {
  if (text === '') return null
  return /^\d{3,4}$/.test(text) ? text.padStart(4, '0') : undefined
}

/** Line breaks and runs of spaces become one space; the apostrophe that guards against formulas goes. */
function clean(cell: string): string {
  return cell
    .normalize('NFC')
    .replace(/[\s\u200b\ufeff]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}

interface Key {
  field: ImportField
  key: string
  what: string
}

/** What makes two rows the same broker: ASIC number, or e-mail, or phone and name (colleagues share a phone). */
export function keysOf(fields: BrokerFields): Key[] {
  const { asicNumber, email: address, phone, name } = fields
  const keys: Key[] = []
  const asic = asicNumber?.toUpperCase().replace(/[^A-Z0-9]/g, '')
  if (asic) keys.push({ field: 'asicNumber', key: `asic ${asic}`, what: 'ASIC number' })
  if (address) keys.push({ field: 'email', key: `email ${address.toLowerCase()}`, what: 'e-mail' })
  if (phone && name)
    keys.push({ field: 'phone', key: `phone ${phone} ${name.toLowerCase()}`, what: 'phone and name' })
  return keys
}
