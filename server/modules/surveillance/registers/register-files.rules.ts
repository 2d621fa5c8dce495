// Decides what ASIC's files hold: which register a header belongs to, and what a row says.

import { type Register, registers, registerTerms } from '#contract/registers.ts'
import { plainAsicNumber } from '#server/modules/brokers/asic-number.rules.ts'
import { readAbn, readAcn } from './company-numbers.rules.ts'

/** A row as the product reads it. Days as YYYY-MM-DD. */
export interface RegisterRow {
  /** What makes it the same row in the next snapshot. */
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

export type ReadRow = { ok: true; row: RegisterRow } | { ok: false; reason: string }

const headers: Record<Register, string> = {
  banned_persons:
    'REGISTER_NAME,BD_PER_NAME,BD_PER_TYPE,BD_PER_DOC_NUM,BD_PER_START_DT,BD_PER_END_DT,BD_PER_ADD_LOCAL,BD_PER_ADD_STATE,BD_PER_ADD_PCODE,BD_PER_ADD_COUNTRY,BD_PER_COMMENTS',
  banned_organisations:
    'REGISTER_NAME,BD_ORG_ACN,BD_ORG_NAME,BD_ORG_TYPE,BD_ORG_URL,BD_ORG_START_DT,BD_ORG_END_DT,BD_ORG_COMMENT',
  credit_representatives:
    'REGISTER_NAME,CRED_REP_NUM,CRED_LIC_NUM,CRED_REP_NAME,CRED_REP_ABN_ACN,CRED_REP_START_DT,CRED_REP_END_DT,CRED_REP_LOCALITY,CRED_REP_STATE,CRED_REP_PCODE,CRED_REP_EDRS,CRED_REP_AUTHORISATIONS,CRED_REP_CROSS_ENDORSE',
  credit_licensees:
    'REGISTER_NAME,CRED_LIC_NUM,CRED_LIC_NAME,CRED_LIC_START_DT,CRED_LIC_END_DT,CRED_LIC_STATUS,CRED_LIC_ABN_ACN,CRED_LIC_AFSL_NUM,CRED_LIC_STATUS_HISTORY,CRED_LIC_LOCALITY,CRED_LIC_STATE,CRED_LIC_PCODE,CRED_LIC_LAT,CRED_LIC_LNG,CRED_LIC_EDRS,CRED_LIC_BN,CRED_LIC_AUTHORISATIONS',
}

export const columnsOf = (register: Register): string[] => headers[register].split(',')

/** What is wrong with a header, as a sentence that says what to do; null: it is the register's own. */
export function headerFault(register: Register, found: readonly string[]): string | null {
  const names = found.map((name) => clean(name).toUpperCase())
  while (names.length > 0 && names.at(-1) === '') names.pop()
  const header = names.join(',')
  if (header === headers[register]) return null
  const { label } = registerTerms[register]
  const other = registers.find((one) => headers[one] === header)
  if (other)
    return `This is the file of ${registerTerms[other].label}, not of ${label}. Choose that register, or another file.`
  const columns = columnsOf(register)
  const missing = columns.filter((name) => !names.includes(name))
  if (missing.length === columns.length) {
    return `This is no file of ${label}: its first line names none of the columns, which begin with ${columns.slice(0, 3).join(', ')}.`
  }
  const strange = names.filter((name) => !columns.includes(name))
  const faults = [
    missing.length > 0 && `lacks ${missing.join(', ')}`,
    strange.length > 0 && `has ${strange.map((name) => name || 'a column without a name').join(', ')}`,
  ].filter(Boolean)
  return `The columns are not those of ${label}: the file ${faults.join(' and ') || 'has them in another order'}. Download it again from data.gov.au; if it stays so, ASIC has changed its form.`
}

/** NBSP and runs of spaces become one space. */
const clean = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim()

const DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: 0?0:00(?::00)?)?$/
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00.*)?$/

/** A day as ASIC writes it, DD/MM/YYYY; empty: none. Undefined: there is no such day. */
export function readDay(text: string): string | null | undefined {
  const plain = clean(text)
  if (plain === '') return null
  const iso = ISO_DAY.exec(plain)
  const [year, month, day] = iso ? iso.slice(1) : (DAY.exec(plain)?.slice(1).reverse() ?? [])
  if (!year || !month || !day) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return exists && Number(year) >= 1900 ? date.toISOString().slice(0, 10) : undefined
}

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
  /** Beside number, name and begin. */
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
    state: orNull((cells.BD_PER_ADD_STATE ?? '').toUpperCase()),
    postcode: orNull(cells.BD_PER_ADD_PCODE ?? ''),
    telling: `${cells.BD_PER_TYPE}|${cells.BD_PER_NAME}`,
  }),
  banned_organisations: (cells) => ({
    ...nobody,
    number: orNull((cells.BD_ORG_ACN ?? '').replaceAll(/\D/g, '')),
    name: cells.BD_ORG_NAME ?? '',
    acn: readAcn(cells.BD_ORG_ACN ?? ''),
    start: cells.BD_ORG_START_DT ?? '',
    end: cells.BD_ORG_END_DT ?? '',
    status: orNull(cells.BD_ORG_TYPE ?? ''),
    telling: `${cells.BD_ORG_TYPE}|${cells.BD_ORG_NAME}`.toLowerCase(),
  }),
  credit_representatives: (cells) => {
    const number = plainNumber(cells.CRED_REP_NUM ?? '')
    const licence = plainNumber(cells.CRED_LIC_NUM ?? '')
    if (!number) return 'CRED_REP_NUM is no number'
    const name = cells.CRED_REP_NAME ?? ''
    return {
      ...nobody,
      ...companyNumber(cells.CRED_REP_ABN_ACN ?? ''),
      ...{ number, licence, name },
      kind: name.includes(',') ? 'person' : 'company',
      start: cells.CRED_REP_START_DT ?? '',
      end: cells.CRED_REP_END_DT ?? '',
      locality: orNull(cells.CRED_REP_LOCALITY ?? ''),
      state: orNull((cells.CRED_REP_STATE ?? '').toUpperCase()),
      postcode: orNull(cells.CRED_REP_PCODE ?? ''),
      scheme: orNull(cells.CRED_REP_EDRS ?? ''),
      telling: licence ?? '',
    }
  },
  credit_licensees: (cells) => {
    const number = plainNumber(cells.CRED_LIC_NUM ?? '')
    if (!number) return 'CRED_LIC_NUM is no number'
    const name = cells.CRED_LIC_NAME ?? ''
    return {
      ...nobody,
      ...companyNumber(cells.CRED_LIC_ABN_ACN ?? ''),
      ...{ number, name },
      kind: name.includes(',') ? 'person' : 'company',
      start: cells.CRED_LIC_START_DT ?? '',
      end: cells.CRED_LIC_END_DT ?? '',
      status: orNull((cells.CRED_LIC_STATUS ?? '').toUpperCase()),
      locality: orNull(cells.CRED_LIC_LOCALITY ?? ''),
      state: orNull((cells.CRED_LIC_STATE ?? '').toUpperCase()),
      postcode: orNull(cells.CRED_LIC_PCODE ?? ''),
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
  return { abn, acn: abn ? readAcn(abn.slice(2)) : readAcn(text) }
}

/** Reads one row. A row that cannot be read is named by its reason, and the file is refused. */
export function readRow(register: Register, found: readonly string[]): ReadRow {
  const columns = columnsOf(register)
  const surplus = found.slice(columns.length)
  if (found.length < columns.length || surplus.some((cell) => cell.trim() !== '')) {
    return { ok: false, reason: `it has ${found.length} cells instead of ${columns.length}` }
  }
  const cells = Object.fromEntries(columns.map((name, at) => [name, clean(found[at] ?? '')]))
  const draft = readers[register](cells)
  if (typeof draft === 'string') return { ok: false, reason: draft }
  const { start, end, telling = '', ...row } = draft
  if (row.name === '') return { ok: false, reason: 'it has no name' }
  const startedOn = readDay(start)
  const endedOn = readDay(end)
  if (startedOn === undefined) return { ok: false, reason: `"${start}" is no day` }
  if (endedOn === undefined) return { ok: false, reason: `"${end}" is no day` }
  const key = [row.number ?? '', startedOn ?? '', telling].join('|')
  return { ok: true, row: { ...row, key, startedOn, endedOn, cells } }
}
