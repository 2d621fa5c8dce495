/** Decides whether a row of a file is a valid broker; reports every problem with its column, value and reason. */
import { brokerFields, forEachText, type TextField, textFields } from '#contract/brokers/broker-fields.ts'
import { memberships } from '#contract/brokers/brokers.ts'
import {
  type ImportField,
  type ImportMapping,
  importFieldLabels,
  nameParts,
} from '#contract/brokers/imports.ts'
import { isEmail } from '#contract/email.ts'
import { cutText, foldKey, singleLine } from '#contract/plain-text.ts'
import { restoreWholeNumber } from '#contract/whole-numbers.ts'
import { parseRegion } from '#server/calendar/regions.ts'
import type { TableRow } from '#server/input/tables/read-table.ts'
import { isEmptyWord } from '#server/input/values/empty-words.ts'
import { plainAsicNumber } from '../asic-number.rules.ts'
import { parseCallable } from '../phone.rules.ts'
import type { BrokerFields } from '../rules.ts'
import { joinedName } from './joined-name.rules.ts'

export interface RowProblem {
  column: string
  value: string
  reason: string
}

export interface CheckedRow {
  row: number
  cells: string[]
  /** Null for a rejected row. */
  fields: BrokerFields | null
  problems: RowProblem[]
}

const MAX_EMAIL = 320
/** The fields whose values in files have rules of their own. */
const ownRules: readonly TextField[] = ['phone', 'email', 'postcode']
/** The fields that a form would validate alike. */
const asOnForms = textFields.filter((field) => !ownRules.includes(field))
const NO_SUCH_BDM =
  'No BDM who takes meetings has this name or email: add them under Bookings, or leave the cell empty'
const MAX_VALUE_SHOWN = 200

/**
 * Returns a check for the rows of one file in order; it remembers accepted rows to find duplicates.
 * @param bdms who takes meetings, by name and by email, in lower case
 */
export function rowChecker(
  columns: readonly string[],
  mapping: ImportMapping,
  bdms: ReadonlyMap<string, number> = new Map(),
): (row: TableRow) => CheckedRow {
  const places = new Map(columns.map((column, index) => [column, index]))
  const seen = new Map<string, number>()
  return ({ row, cells }) => {
    const problems: RowProblem[] = []
    const cellOf = (field: ImportField): string => {
      const place = places.get(mapping[field] ?? '')
      return place === undefined ? '' : singleLine(cells[place] ?? '')
    }
    const read = (field: ImportField): string => {
      const cell = cellOf(field)
      if (field === 'name') return isEmptyWord(cell, 'name') ? nameFrom(cellOf) : cell
      return isEmptyWord(cell) ? '' : cell
    }
    const reject = (field: ImportField, reason: string) => {
      const column = columnFor(field, mapping)
      const message = column ? reason : `No column is chosen for ${importFieldLabels[field]}`
      const value = cutText(cellOf(field) || read(field), MAX_VALUE_SHOWN)
      problems.push({ column: column ?? importFieldLabels[field], value, reason: message })
    }
    const surplus = cells.slice(columns.length).filter((cell) => cell.trim() !== '')
    if (surplus.length > 0) {
      const reason = `The row has ${cells.length} cells, the header ${columns.length}: put cells that hold a delimiter in quotes`
      problems.push({ column: '', value: cutText(surplus.join(' '), MAX_VALUE_SHOWN), reason })
    }
    const fields = readFields(read, reject, bdms)
    const keys = keysOf(fields)
    for (const { field, key, label } of keys) {
      const earlier = seen.get(key)
      if (earlier === undefined) continue
      reject(field, `The same broker as row ${earlier}: same ${label}`)
      break
    }
    if (problems.length > 0) return { row, cells, fields: null, problems }
    for (const { key } of keys) seen.set(key, row)
    return { row, cells, fields, problems }
  }
}

const nameFrom = (cellOf: (field: ImportField) => string): string =>
  joinedName({
    title: cellOf('title'),
    firstName: cellOf('firstName'),
    middleName: cellOf('middleName'),
    lastName: cellOf('lastName'),
    suffix: cellOf('suffix'),
  })

const columnFor = (field: ImportField, mapping: ImportMapping): string | undefined =>
  field === 'name' ? (mapping.name ?? nameParts.map((part) => mapping[part]).find(Boolean)) : mapping[field]

function readFields(
  read: (field: ImportField) => string,
  reject: (field: ImportField, reason: string) => void,
  bdms: ReadonlyMap<string, number>,
): BrokerFields {
  for (const field of ['name', ...asOnForms] as const) {
    const fault = brokerFields[field].input.safeParse(read(field)).error?.issues[0]
    if (fault) reject(field, fault.message)
  }
  const region = parseRegion(read('region'))
  if (read('region') !== '' && !region) reject('region', 'Not an Australian state or territory')
  const phone = parseCallable(read('phone'), { region })
  if (!phone.ok) reject('phone', phone.reason)
  if (read('email').length > MAX_EMAIL) reject('email', `At most ${MAX_EMAIL} characters`)
  if (read('email') !== '' && !isEmail(read('email'))) reject('email', 'Valid email is required')
  const postcode = readPostcode(read('postcode'))
  if (postcode === undefined) reject('postcode', 'A postcode has four digits')
  const asicNumber = restoreWholeNumber(read('asicNumber'))
  const bdmId = bdms.get(read('bdm').toLowerCase()) ?? bdms.get(foldKey(read('bdm'))) ?? null
  if (read('bdm') !== '' && bdmId === null) reject('bdm', NO_SUCH_BDM)
  return {
    name: read('name'),
    ...forEachText((field) => read(field) || null),
    phone: phone.ok ? phone.e164 : null,
    region,
    postcode: postcode ?? null,
    asicNumber: (asicNumber.ok && asicNumber.digits) || null,
    membership: knownMembership(read('membership')) || null,
    bdmId,
  }
}

/** Corrects the case of listed memberships, e.g. 'mfaa' to 'MFAA'; others stay as typed. */
function knownMembership(text: string): string {
  return memberships.find((known) => known.toLowerCase() === text.toLowerCase()) ?? text
}

/** Null when blank, undefined when invalid. Spreadsheets drop the leading zero of Northern Territory postcodes. */
function readPostcode(text: string): string | null | undefined {
  if (text === '') return null
  return /^'?(\d{3,4})(?:\.0*)?$/.exec(text)?.[1]?.padStart(4, '0')
}

interface Key {
  field: ImportField
  key: string
  label: string
}

/** The keys that identify a broker: ASIC number, email, or phone and name (colleagues share a phone). */
export function keysOf(fields: BrokerFields): Key[] {
  const { asicNumber, email: address, phone, name } = fields
  const keys: Key[] = []
  const asic = plainAsicNumber(asicNumber)
  if (asic) keys.push({ field: 'asicNumber', key: `asic ${asic}`, label: 'ASIC number' })
  if (address) keys.push({ field: 'email', key: `email ${address.toLowerCase()}`, label: 'email' })
  if (phone && name)
    keys.push({ field: 'phone', key: `phone ${phone} ${foldKey(name)}`, label: 'phone and name' })
  return keys
}
