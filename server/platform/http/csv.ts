import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

export type CsvCell = string | number | boolean | Date | null

/** Rows are written in pieces of this many, so that a long export costs few writes and little memory. */
const ROWS_A_PIECE = 500

/** What a spreadsheet would take for a formula starts with one of these; after an apostrophe it stays text. */
const FORMULA = /^[=+\-@\t\r]/
/** A phone number or amount starts like one but holds nothing to run, and must come back unchanged. */
const PLAIN_NUMBER = /^[+-]?[\d\s().]+$/

/** A cell as it is written: nothing in it is ever a formula. */
export function safeCell(value: CsvCell): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  return FORMULA.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value
}

/** Streams rows as a CSV file in UTF-8 with a byte order mark, as Excel wants it. */
export function sendCsv(
  reply: FastifyReply,
  file: { name: string; header: readonly string[]; rows: AsyncIterable<readonly CsvCell[]> },
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(pieces(file)))
}

async function* pieces(file: {
  header: readonly string[]
  rows: AsyncIterable<readonly CsvCell[]>
}): AsyncGenerator<string> {
  yield `\uFEFF${lines([file.header])}`
  let waiting: (readonly CsvCell[])[] = []
  for await (const row of file.rows) {
    waiting.push(row)
    if (waiting.length < ROWS_A_PIECE) continue
    yield lines(waiting)
    waiting = []
  }
  if (waiting.length > 0) yield lines(waiting)
}

function lines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    // the library quotes its own record delimiter only, and a lone line feed ends a record just as well
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
}
