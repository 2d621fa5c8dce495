import { Readable } from 'node:stream'
import { csvFormatRow } from 'd3-dsv'
import type { FastifyReply } from 'fastify'

export type CsvCell = string | number | boolean | Date | null

/** Single rows are written in pages of this size, so that a long export needs few writes. */
const ROWS_A_PAGE = 500

/**
 * A spreadsheet treats a text as a formula if it begins with one of these, in a Japanese or Chinese one in full width
 * too; after an apostrophe it stays text. A cell that begins with that apostrophe already gets another, as an import
 * removes one.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
/** A phone number or amount begins like a formula but is harmless, and must be exported unchanged. */
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
 * Streams rows as a CSV file in UTF-8 with a byte order mark, which Excel needs. The first page is read before the
 * headers are sent, so that a failed query still gets an error response. @throws the errors of reading it
 */
export async function sendCsv(
  reply: FastifyReply,
  file: { name: string; header: readonly string[]; pages: AsyncIterable<readonly Row[]> },
): Promise<FastifyReply> {
  const pages = file.pages[Symbol.asyncIterator]()
  const first = await pages.next()
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(pieces(file.header, first, pages)))
}

/** Groups single rows into pages. */
export async function* inPages(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let page: Row[] = []
  for await (const row of rows) {
    page.push(row)
    if (page.length < ROWS_A_PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

async function* pieces(
  header: readonly string[],
  first: IteratorResult<readonly Row[]>,
  pages: AsyncIterator<readonly Row[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${lines([header])}`
  try {
    for (let page = first; !page.done; page = await pages.next())
      if (page.value.length > 0) yield lines(page.value)
  } finally {
    // a client that disconnects ends the reading too
    await pages.return?.()
  }
}

/** Records end as RFC 4180 has it. */
const RECORD_END = '\r\n'

const lines = (rows: readonly Row[]): string =>
  rows.map((row) => csvFormatRow(row.map(safeCell)) + RECORD_END).join('')
