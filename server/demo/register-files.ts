// ASIC's files as they are published, with made-up rows: byte-order mark, upper-case header, DD/MM/YYYY.
import { stringify } from 'csv-stringify/sync'
import type { Register } from '#contract/surveillance/registers.ts'
import { columnsOf } from '#server/modules/surveillance/registers/register-header.rules.ts'

/** Cells by column; those left out are empty. */
export type RegisterCells = Readonly<Record<string, string>>

const names: Record<Register, string> = {
  banned_persons: 'Banned and Disqualified Persons',
  banned_organisations: 'Banned and Disqualified Organisations',
  credit_representatives: 'Credit Representative',
  credit_licensees: 'Credit Licensee',
}

/** The header and the rows, with a cell for each of the register's columns. */
export function registerTable(register: Register, rows: readonly RegisterCells[]): string[][] {
  const columns = columnsOf(register)
  const cells = rows.map((row) =>
    columns.map((name) => row[name] ?? (name === 'REGISTER_NAME' ? names[register] : '')),
  )
  return [columns, ...cells]
}

/** Commas and quotes, or for banned organisations tabs without quotes, as ASIC writes them. */
export function registerFile(register: Register, rows: readonly RegisterCells[]): Buffer {
  const isTabbed = register === 'banned_organisations'
  const text = stringify(
    registerTable(register, rows),
    isTabbed ? { delimiter: '\t', quote: false } : { quoted: register === 'banned_persons' },
  )
  return Buffer.from(`\ufeff${text}`)
}
