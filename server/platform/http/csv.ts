import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

export type CsvCell = string | number | boolean | Date | null

/** Rows are written in pieces of this many, so that a long export costs few writes and little memory. */
const ROWS_A_PIECE = 500

/**
 * What a spreadsheet would take for a formula starts with one of these, in a Japanese or Chinese one in full width too;
 * after an apostrophe it stays text.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
/** A phone number or amount starts like one but holds nothing to run, and must come back unchanged. */
const PLAIN_NUMBER = /^[+-]?[\d\s().]+$/

/** A cell as it is written: nothing in it is ever a formula. */
export function safeCell(value: CsvCell): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  return FORMULA.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value
}

type Row = readonly CsvCell[]

/**
 * Streams rows as a CSV file in UTF-8 with a byte order mark, as Excel wants it. The first row is read before anything
 * is sent: a question that the database refuses is answered as every other one. @throws what reading it throws
 */
export async function sendCsv(
  reply: FastifyReply,
  file: { name: string; header: readonly string[]; rows: AsyncIterable<Row> },
): Promise<FastifyReply> {
  const rows = file.rows[Symbol.asyncIterator]()
  const first = await rows.next()
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(pieces(file.header, first, rows)))
}

async function* pieces(
  header: readonly string[],
  first: IteratorResult<Row>,
  rows: AsyncIterator<Row>,
): AsyncGenerator<string> {
  yield `\uFEFF${lines([header])}`
  let waiting: Row[] = []
  try {
    for (let row = first; !row.done; row = await rows.next()) {
      waiting.push(row.value)
      if (waiting.length < ROWS_A_PIECE) continue
      yield lines(waiting)
      waiting = []
    }
    if (waiting.length > 0) yield lines(waiting)
  } finally {
    // somebody who stops listening ends the reading too
    await rows.return?.()
  }
}

function lines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    // the library quotes its own record delimiter only, and a lone line feed ends a record just as well
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
}
