// The only reader for external tables: Excel workbooks, CSV and text files in every form that spreadsheets write.

import { setImmediate } from 'node:timers/promises'
import { numberText } from '#contract/number-text.ts'
import { chooseDelimiter } from './choose-delimiter.ts'
import { decode } from './decode-text.ts'
import { openWorkbook } from './open-workbook.ts'
import { columnName, findHeader, isBlank, readHeader, type TableRow } from './read-header.ts'
import { findOwnPart, withoutOwnPart } from './rejects-columns.ts'
import { type Delimiter, splitRecords } from './split-cells.ts'
import { UnreadableTable } from './unreadable-table.ts'

export type { TableRow }
export { UnreadableTable }

export interface Table {
  columns: string[]
  /** The reader's omissions and repairs, as sentences for people. Complete after all rows were read. */
  notes: string[]
  /**
   * The rows with text, in batches; may be iterated several times. Other requests run between two batches.
   * A row may have fewer or more cells than there are columns.
   * @throws UnreadableTable for a quote never closed, too many rows
   */
  rows(): AsyncIterable<TableRow[]>
}

export interface TableLimits {
  maxRows?: number
}

/** Far more rows than 50 MB of brokers hold; stops a file of nothing but commas. */
const MAX_ROWS = 500_000
/** Small, so that other requests run between two batches. */
const BATCH = 500
/** Rows that decide about titles and added columns. */
const FIRST_ROWS = 50
const SEP_LINE = /^"?sep=([,;\t|])"?(?:\r+\n|\r|\n|$)/i

/** Opens a file as a table. @throws UnreadableTable with the next action */
export async function openTable(bytes: Uint8Array, limits: TableLimits = {}): Promise<Table> {
  const workbook = await openWorkbook(bytes)
  if (workbook) return tableOf(workbook.text, limits, workbook.notes)
  const decoded = decode(bytes)
  if (!decoded.ok) throw new UnreadableTable(decoded.reason)
  return tableOf(decoded.text, limits)
}

interface Layout {
  delimiter: Delimiter
  header: TableRow
  maxRows: number
}

/** @param workbook notes on the workbook that contained the text */
function tableOf(text: string, { maxRows = MAX_ROWS }: TableLimits, workbook?: readonly string[]): Table {
  const marked = withoutMarks(text)
  // Excel's own delimiter line, which spreadsheets do not count as a row
  const note = workbook ? null : SEP_LINE.exec(marked)
  const body = withoutMarks(note ? marked.slice(note[0].length) : marked)
  const noted = note?.[1] as Delimiter | undefined // SEP_LINE matches no other
  const delimiter = workbook ? ',' : (noted ?? chooseDelimiter(body))
  const first = firstRows(body, delimiter)
  const at = findHeader(first)
  const header = first[at]
  if (!header) throw new UnreadableTable('The file is empty.')
  const all = readHeader(header.cells)
  const following = first.slice(at + 1).map(({ cells }) => cells)
  const part = findOwnPart(all, following)
  const columns = part ? all.filter((_, index) => index < part.from || index >= part.to) : all
  const titles = at > 0 ? [`${at === 1 ? 'Row' : 'Rows'} above the header left out: ${at}.`] : []
  const notes = [...(workbook ?? []), ...titles]
  const layout = { delimiter, header, maxRows }
  return {
    columns,
    notes,
    async *rows() {
      const repeated = { count: 0 }
      for (const batch of batches(separated(body, header.cells, delimiter), layout, repeated)) {
        yield batch.map(({ row, cells }) => ({
          row,
          cells: withoutEmptyEnd(part ? withoutOwnPart(cells, part, columns.length) : cells, columns.length),
        }))
        await setImmediate()
      }
      noteRepeated(notes, repeated.count)
    },
  }
}

/** Without the empty cells behind the last column. */
function withoutEmptyEnd(cells: string[], columns: number): string[] {
  if (cells.length <= columns) return cells
  const last = cells.findLastIndex((cell, index) => index < columns || cell.trim() !== '')
  return cells.slice(0, last + 1)
}

const withoutMarks = (text: string): string => text.replace(/^\ufeff+/, '')

function firstRows(text: string, delimiter: Delimiter): TableRow[] {
  const rows: TableRow[] = []
  let row = 0
  for (const cells of splitRecords(text, delimiter)) {
    row++
    if (isBlank(cells)) continue
    rows.push({ row, cells })
    if (rows.length === FIRST_ROWS) break
  }
  return rows
}

/** A second file that was appended without a line end starts in the middle of a line, with its byte order mark. */
function separated(text: string, header: readonly string[], delimiter: Delimiter): string {
  if (!text.includes('\ufeff')) return text
  const names = header.map((name) => RegExp.escape(name))
  const line = new RegExp(
    `(?<![\\r\\n\\ufeff])\\ufeff+(?="?${names.join(`"?${RegExp.escape(delimiter)}"?`)})`,
    'g',
  )
  return text.replaceAll(line, '\n')
}

function* batches(
  text: string,
  { delimiter, header, maxRows }: Layout,
  repeated: { count: number },
): Generator<TableRow[]> {
  const key = rowKey(header.cells)
  let batch: TableRow[] = []
  let row = 0
  let found = 0
  for (const record of splitRecords(text, delimiter)) {
    row++
    if (row <= header.row || isBlank(record)) continue
    const cells = record.map(withoutGuard)
    if (cells[0]?.length === header.cells[0]?.length && rowKey(cells) === key) {
      repeated.count++
      continue
    }
    if (++found > maxRows) {
      const most = numberText(maxRows)
      throw new UnreadableTable(`The file has more than ${most} rows. Split it and upload the parts.`)
    }
    batch.push({ row, cells })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const rowKey = (cells: readonly string[]): string =>
  cells
    .slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
    .map((cell) => columnName(cell).toLowerCase())
    .join('\n')

/** Exports put an apostrophe before cells that a spreadsheet would run as a formula. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, '')

function noteRepeated(notes: string[], count: number): void {
  if (count === 0) return
  const text =
    count === 1
      ? 'A second header line was left out: two files were joined.'
      : `${count} more header lines were left out: several files were joined.`
  if (!notes.includes(text)) notes.push(text)
}
