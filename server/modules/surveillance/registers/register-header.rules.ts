// Decides which register a header belongs to, and in which order the file has its columns.

import { type Register, registers, registerTerms } from '#contract/surveillance/registers.ts'
import { clean } from './register-cells.rules.ts'
import type { Delimiter } from './register-lines.rules.ts'
import { splitCells } from './register-lines.rules.ts'

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

/** Columns that no check reads: a file without them is the register all the same. */
const spare = new Set([
  ...['REGISTER_NAME', 'BD_PER_ADD_COUNTRY', 'BD_PER_COMMENTS', 'BD_ORG_URL', 'BD_ORG_COMMENT'],
  ...['CRED_REP_AUTHORISATIONS', 'CRED_REP_CROSS_ENDORSE', 'CRED_LIC_AFSL_NUM', 'CRED_LIC_STATUS_HISTORY'],
  ...['CRED_LIC_LAT', 'CRED_LIC_LNG', 'CRED_LIC_BN', 'CRED_LIC_AUTHORISATIONS'],
])

export const columnsOf = (register: Register): string[] => headers[register].split(',')

/** A column's name as ASIC writes it, whatever the case and the spaces. */
const columnName = (text: string): string => clean(text).toUpperCase().replaceAll(/[ -]+/g, '_')

export interface Header {
  delimiter: Delimiter
  /** How many cells a row has. */
  width: number
  /** Where each of the register's columns is in a row; undefined: the file lacks it. */
  places: Readonly<Record<string, number | undefined>>
}

export type ReadHeader = { ok: true; header: Header } | { ok: false; reason: string }

const delimiters: readonly Delimiter[] = ['\t', ',', ';', '|']

/** The delimiter is the one that finds most of the register's columns. */
export function readHeader(register: Register, line: string): ReadHeader {
  const all = new Set(registers.flatMap(columnsOf))
  const tried = delimiters.map((delimiter) => {
    const names = splitCells(line, delimiter).cells.map(columnName)
    return { delimiter, names, found: names.filter((name) => all.has(name)).length }
  })
  const { delimiter, names } = tried.reduce((best, one) => (one.found > best.found ? one : best))
  return headerOf(register, delimiter, names)
}

/** Reads the header of a sheet, whose cells are separate already. */
export function readHeaderCells(register: Register, cells: readonly string[]): ReadHeader {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return headerOf(register, ',', cells.slice(0, last + 1).map(columnName))
}

function headerOf(register: Register, delimiter: Delimiter, names: readonly string[]): ReadHeader {
  const fault = headerFault(register, names)
  if (fault) return { ok: false, reason: fault }
  const places = Object.fromEntries(
    columnsOf(register).flatMap((name) => {
      const place = names.indexOf(name)
      return place < 0 ? [] : [[name, place] as const]
    }),
  )
  return { ok: true, header: { delimiter, width: names.length, places } }
}

/** The fault of a header, as a sentence that includes what to do; null: it is the register's own header. */
function headerFault(register: Register, names: readonly string[]): string | null {
  const columns = columnsOf(register)
  const missing = columns.filter((name) => !names.includes(name) && !spare.has(name))
  const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  const { label } = registerTerms[register]
  if (twice) return `The file has the column ${twice} twice. Download it again from data.gov.au.`
  if (missing.length === 0) return null
  const other = registers.find(
    (one) => one !== register && columnsOf(one).every((name) => names.includes(name) || spare.has(name)),
  )
  if (other)
    return `This is the file of ${registerTerms[other].label}, not of ${label}. Choose that register, or another file.`
  if (/^<(?:!DOCTYPE|HTML|\?XML|HEAD|BODY)(?=[_ >])/.test(names.join(' ')))
    return `This is a web page, not the file of ${label}. Download the file again from data.gov.au.`
  if (columns.every((name) => name === 'REGISTER_NAME' || !names.includes(name))) {
    return `This is no file of ${label}: its first line names none of the columns, which begin with ${columns.slice(0, 3).join(', ')}.`
  }
  return `The columns are not those of ${label}: the file lacks ${missing.join(', ')}. Download it again from data.gov.au; if it stays so, ASIC has changed its form.`
}
