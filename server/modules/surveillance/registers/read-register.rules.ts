// Decides whether a text is a register's file, whole: every row of it is read, or the first fault is named.

import { CsvError, parse } from 'csv-parse'
import { type Register, registerTerms } from '#contract/registers.ts'
import { headerFault, type RegisterRow, readRow } from './register-files.rules.ts'

export type ReadRegister = { ok: true; rows: RegisterRow[] } | { ok: false; reason: string }

const CHUNK = 256 * 1024
const MAX_ROWS = 1_000_000
const MAX_RECORD = 256 * 1024

/**
 * ASIC's files have commas and quotes, or tabs and no quotes; the header tells. Reads in pieces, so that other requests
 * run in between. @param text decoded, with or without byte-order mark
 */
export async function readRegister(register: Register, text: string): Promise<ReadRegister> {
  const body = text.replace(/^\ufeff/, '')
  const [header = ''] = body.split('\n', 1)
  const delimiter = header.includes('\t') ? '\t' : ','
  const parser = parse({
    delimiter,
    quote: delimiter === '\t' && !header.includes('"') ? null : '"',
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: MAX_RECORD,
  })
  void feed(parser, body)
  const rows: RegisterRow[] = []
  const seen = new Map<string, number>()
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line++
      if (line === 1) {
        const fault = headerFault(register, cells)
        if (fault) return stop(parser, fault)
        continue
      }
      if (cells.every((cell) => cell.trim() === '')) continue
      if (line > MAX_ROWS)
        return stop(parser, 'The file has more than a million rows, more than any register.')
      const read = readRow(register, cells)
      if (!read.ok) {
        return stop(
          parser,
          `Row ${line} cannot be read: ${read.reason}. Nothing was imported; download the file again.`,
        )
      }
      // rows that say the same number, begin and name twice are told apart by their order
      const times = (seen.get(read.row.key) ?? 0) + 1
      seen.set(read.row.key, times)
      rows.push(times === 1 ? read.row : { ...read.row, key: `${read.row.key}|${times}` })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // rows are read ahead of being looked at; the parser adds this to its errors, but not to their type
    return {
      ok: false,
      reason: `Row ${Number(error.records ?? 0) + 1} cannot be read: ${csvFault(error)} Nothing was imported; download the file again.`,
    }
  }
  if (rows.length === 0)
    return { ok: false, reason: `The file has no rows of ${registerTerms[register].label}.` }
  return { ok: true, rows }
}

async function feed(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  for (let at = 0; at < text.length && !parser.destroyed; at += CHUNK) {
    if (!parser.write(text.slice(at, at + CHUNK))) {
      await new Promise((resolve) => {
        parser.once('drain', resolve)
        parser.once('close', resolve)
      })
    }
  }
  if (!parser.destroyed) parser.end()
}

function stop(parser: ReturnType<typeof parse>, reason: string): ReadRegister {
  parser.destroy()
  return { ok: false, reason }
}

function csvFault(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return 'a quote (") that opens there is never closed: the file may be cut off.'
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return 'it is longer than 256 kB: probably a quote (") is never closed.'
  return 'it has a quote (") in the middle of a cell.'
}
