// Reads rows of ASIC's files.

import type { Register } from '#contract/surveillance/registers.ts'
import { plainAsicNumber } from '#server/modules/brokers/asic-number.rules.ts'
import { readAbn, readAcn, readCompanyDigits } from './company-numbers.rules.ts'
import {
  asPublished,
  clean,
  readEnd,
  readName,
  readNumber,
  readPostcode,
  readStart,
  readState,
} from './register-cells.rules.ts'
import { columnsOf, type Header } from './register-header.rules.ts'

/** A row as the product reads it. Days as YYYY-MM-DD. */
export interface RegisterRow {
  /** Identifies the row across snapshots. */
  key: string
  /** Of the document, representative or licence; without leading zeros. */
  number: string | null
  name: string
  kind: 'person' | 'company'
  abn: string | null
  acn: string | null
  /** The licensee of a representative. */
  licence: string | null
  startedOn: string | null
  endedOn: string | null
  /** The kind of ban, or the state of a licence. */
  status: string | null
  state: string | null
  postcode: string | null
  locality: string | null
  /** External dispute resolution scheme, e.g. AFCA. */
  scheme: string | null
  /** All columns as published. */
  cells: Record<string, string>
}

/** The readable parts of a row that cannot be read whole, to recognise it in other snapshots. */
export interface RowTraces {
  number: string | null
  name: string | null
  /** All cells, as far as they can be separated. */
  cells: readonly string[]
}

export type ReadRow = { ok: true; row: RegisterRow } | { ok: false; reason: string; traces: RowTraces }

/** A representative's or a licence number: digits without leading zeros, e.g. '000385487' is '385487'. */
export function plainNumber(text: string): string | null {
  const digits = plainAsicNumber(text)
  return digits === '' || digits.length > 9 ? null : digits
}

const orNull = (text: string): string | null => text || null

type Cells = Record<string, string>
interface Draft extends Omit<RegisterRow, 'key' | 'cells' | 'startedOn' | 'endedOn'> {
  start: string
  end: string
  /** Part of the key in addition to number and begin. */
  telling?: string
}

const readers: Record<Register, (cells: Cells) => Draft | string> = {
  banned_persons: (cells) => ({
    ...nobody,
    number: orNull(cells.BD_PER_DOC_NUM ?? ''),
    name: cells.BD_PER_NAME ?? '',
    kind: 'person',
    start: cells.BD_PER_START_DT ?? '',
    end: cells.BD_PER_END_DT ?? '',
    status: orNull(cells.BD_PER_TYPE ?? ''),
    locality: orNull(cells.BD_PER_ADD_LOCAL ?? ''),
    state: readState(cells.BD_PER_ADD_STATE ?? ''),
    postcode: readPostcode(cells.BD_PER_ADD_PCODE ?? ''),
    telling: `${cells.BD_PER_TYPE}|${cells.BD_PER_NAME}`,
  }),
  banned_organisations: (cells) => {
    const digits = readCompanyDigits(cells.BD_ORG_ACN ?? '')
    if (digits === null) return noNumber('BD_ORG_ACN', cells)
    return {
      ...nobody,
      number: orNull(digits),
      name: cells.BD_ORG_NAME ?? '',
      acn: readAcn(digits),
      start: cells.BD_ORG_START_DT ?? '',
      end: cells.BD_ORG_END_DT ?? '',
      status: orNull(cells.BD_ORG_TYPE ?? ''),
      telling: `${cells.BD_ORG_TYPE}|${cells.BD_ORG_NAME}`.toLowerCase(),
    }
  },
  credit_representatives: (cells) => {
    const number = readNumber(cells.CRED_REP_NUM ?? '')
    const licence = readNumber(cells.CRED_LIC_NUM ?? '')
    if (!number) return noNumber('CRED_REP_NUM', cells)
    if (!licence && cells.CRED_LIC_NUM) return noNumber('CRED_LIC_NUM', cells)
    const name = cells.CRED_REP_NAME ?? ''
    return {
      ...nobody,
      ...companyNumber(cells.CRED_REP_ABN_ACN ?? ''),
      ...{ number, licence, name },
      kind: name.includes(',') ? 'person' : 'company',
      start: cells.CRED_REP_START_DT ?? '',
      end: cells.CRED_REP_END_DT ?? '',
      locality: orNull(cells.CRED_REP_LOCALITY ?? ''),
      state: readState(cells.CRED_REP_STATE ?? ''),
      postcode: readPostcode(cells.CRED_REP_PCODE ?? ''),
      scheme: orNull(cells.CRED_REP_EDRS ?? ''),
      telling: licence ?? '',
    }
  },
  credit_licensees: (cells) => {
    const number = readNumber(cells.CRED_LIC_NUM ?? '')
    if (!number) return noNumber('CRED_LIC_NUM', cells)
    const name = cells.CRED_LIC_NAME ?? ''
    return {
      ...nobody,
      ...companyNumber(cells.CRED_LIC_ABN_ACN ?? ''),
      ...{ number, name },
      kind: name.includes(',') ? 'person' : 'company',
      start: cells.CRED_LIC_START_DT ?? '',
      end: cells.CRED_LIC_END_DT ?? '',
      status: licenceStatus(cells.CRED_LIC_STATUS ?? ''),
      locality: orNull(cells.CRED_LIC_LOCALITY ?? ''),
      state: readState(cells.CRED_LIC_STATE ?? ''),
      postcode: readPostcode(cells.CRED_LIC_PCODE ?? ''),
      scheme: orNull(cells.CRED_LIC_EDRS ?? ''),
    }
  },
}

const nobody = {
  kind: 'company',
  abn: null,
  acn: null,
  licence: null,
  status: null,
  state: null,
  postcode: null,
  locality: null,
  scheme: null,
} as const

function companyNumber(text: string): { abn: string | null; acn: string | null } {
  const abn = readAbn(text)
  // a company's ABN ends in its ACN
  return { abn, acn: readAcn(abn ? abn.slice(2) : (readCompanyDigits(text) ?? '')) }
}

/** 'SUSP' or 'APPR', also where the file spells it out. */
function licenceStatus(text: string): string | null {
  const plain = text.toUpperCase()
  if (plain.startsWith('SUSP')) return 'SUSP'
  return plain.startsWith('APPR') ? 'APPR' : orNull(plain)
}

const noNumber = (column: string, cells: Cells): string =>
  cells[column]
    ? `${column} is "${cells[column]}", which is no number`
    : `${column} is no number: it is empty`

const nameColumns: Record<Register, string> = {
  banned_persons: 'BD_PER_NAME',
  banned_organisations: 'BD_ORG_NAME',
  credit_representatives: 'CRED_REP_NAME',
  credit_licensees: 'CRED_LIC_NAME',
}
const dayColumns: Record<Register, readonly [start: string, end: string]> = {
  banned_persons: ['BD_PER_START_DT', 'BD_PER_END_DT'],
  banned_organisations: ['BD_ORG_START_DT', 'BD_ORG_END_DT'],
  credit_representatives: ['CRED_REP_START_DT', 'CRED_REP_END_DT'],
  credit_licensees: ['CRED_LIC_START_DT', 'CRED_LIC_END_DT'],
}

/** Number and name as they are stored, or null where the cell is unreadable. */
function tracesOf(register: Register, cells: Cells, found: readonly string[]): RowTraces {
  const draft = readers[register](cells)
  const number = typeof draft === 'string' ? null : draft.number
  return { number, name: readName(cells[nameColumns[register]] ?? ''), cells: found.map(clean) }
}

/** Programs leave out empty cells at the end of a line; a row that lacks a cell elsewhere ends in empty ones. */
const isTrimmed = (found: readonly string[], least: number): boolean =>
  found.length > least && found.at(-1)?.trim() !== ''

/** Reads one row. A row that cannot be read is reported with its reason and with the parts that identify it. */
export function readRow(register: Register, header: Header, found: readonly string[]): ReadRow {
  const columns = columnsOf(register)
  const { width, places } = header
  const cells = Object.fromEntries(columns.map((name) => [name, clean(found[places[name] ?? -1] ?? '')]))
  const refuse = (reason: string, traces = tracesOf(register, cells, found)): ReadRow => ({
    ok: false,
    reason,
    traces,
  })
  const [startColumn, endColumn] = dayColumns[register]
  if (found.length > width || (found.length < width && !isTrimmed(found, places[startColumn] ?? 0))) {
    const unplaced = { number: null, name: null, cells: found.map(clean) }
    return refuse(`it has ${found.length} cells instead of ${width}`, unplaced)
  }
  const draft = readers[register](cells)
  if (typeof draft === 'string') return refuse(draft)
  const { start, end, telling = '', ...row } = draft
  const name = readName(row.name)
  if (name === null)
    return refuse(
      row.name === '' ? 'it has no name' : `${nameColumns[register]} is "${row.name}", which is no name`,
    )
  const startedOn = readStart(start)
  const endedOn = readEnd(end)
  if (startedOn === undefined) return refuse(`${startColumn} is "${start}", which is no day`)
  if (endedOn === undefined) return refuse(`${endColumn} is "${end}", which is no day`)
  if (startedOn) cells[startColumn] = asPublished(startedOn)
  if (endedOn) cells[endColumn] = asPublished(endedOn)
  const key = [row.number ?? '', startedOn ?? '', telling].join('|')
  return { ok: true, row: { ...row, name, key, startedOn, endedOn, cells } }
}
