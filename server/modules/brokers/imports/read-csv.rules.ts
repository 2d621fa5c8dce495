/** Parses a CSV text into rows and cells, and refuses ambiguous texts. */
import { CsvError, type Info, parse } from 'csv-parse'

export interface Table {
  delimiter: Delimiter
  columns: string[]
}

/** `row` numbers rows as a spreadsheet does: the header is 1, blank rows count. */
export interface TableRow {
  row: number
  cells: string[]
}

export type Delimiter = ',' | ';' | '\t'

/** A text that cannot be read as a table; the message says what to do. */
export class UnreadableTable extends Error {}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']
const MAX_COLUMNS = 200
/** Far more rows than 50 MB of brokers hold; stops a file of nothing but commas. */
const MAX_ROWS = 500_000
/** Small, so that other requests run between two batches. */
const BATCH = 500
const MAX_RECORD = 1024 * 1024
const CHUNK = 64 * 1024
const SEP_LINE = /^sep=([,;\t])\r?\n/i

/** The delimiter that splits the first line with text into the most cells; a comma wins a tie. */
export function sniffDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>()
  let quoted = false
  let filled = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n' && filled) break
    else counts.set(character, (counts.get(character) ?? 0) + 1)
    if (character.trim() !== '') filled = true
  }
  const count = (delimiter: Delimiter) => counts.get(delimiter) ?? 0
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

/**
 * Reads header and rows in batches, so that other requests can run in between. Calls `onRows` with batches in order.
 * @throws UnreadableTable for quotes never closed, a header that is missing or names a column twice, too many rows
 */
export async function readTable(
  text: string,
  onTable: (table: Table) => void,
  onRows: (rows: TableRow[]) => Promise<void>,
): Promise<void> {
  // Excel's own delimiter line, which spreadsheets do not count as a row
  const note = SEP_LINE.exec(text)
  const body = note ? text.slice(note[0].length) : text
  const delimiter = (note?.[1] as Delimiter | undefined) ?? sniffDelimiter(body) // SEP_LINE matches no other
  let header: string[] | null = null
  let batch: TableRow[] = []
  let row = 0
  for await (const cells of records(body, delimiter)) {
    row += 1
    if (row > MAX_ROWS + 1) {
      throw new UnreadableTable('The file has more than 500,000 rows. Split it and upload the parts.')
    }
    if (cells.every((cell) => cell.trim() === '')) continue
    if (!header) {
      header = readHeader(cells)
      onTable({ delimiter, columns: header })
      continue
    }
    batch.push({ row, cells })
    if (batch.length >= BATCH) {
      await onRows(batch)
      batch = []
    }
  }
  if (!header) throw new UnreadableTable('The file is empty.')
  if (batch.length > 0) await onRows(batch)
}

async function* records(text: string, delimiter: Delimiter): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: MAX_RECORD,
    info: true,
  })
  const feed = async () => {
    for (let at = 0; at < text.length; at += CHUNK) {
      if (!parser.write(text.slice(at, at + CHUNK)))
        await new Promise((resolve) => parser.once('drain', resolve))
      if (parser.destroyed) return
    }
    parser.end()
  }
  void feed()
  try {
    for await (const { record } of parser as AsyncIterable<{ record: string[]; info: Info }>) yield record
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  }
}

function unreadable(error: CsvError): UnreadableTable {
  // the number of rows read before; the parser adds it to its errors, but not to their type
  const row = Number(error.records ?? 0) + 1
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnreadableTable(
        `A quote (") that opens in row ${row} is never closed. Close or remove it and upload the file again.`,
      )
    case 'CSV_MAX_RECORD_SIZE':
      return new UnreadableTable(
        `Row ${row} is longer than 1 MB: probably a quote (") is never closed. Close or remove it and upload again.`,
      )
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new UnreadableTable(
        `Row ${row} has a quote (") in the middle of a cell, or one that is never closed. Double quotes inside a quoted cell ("") and upload again.`,
      )
    default:
      return new UnreadableTable(`Row ${row} cannot be read: ${error.message}`)
  }
}

function readHeader(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  const names = cells.slice(0, last + 1).map((cell) => cell.replace(/\s+/g, ' ').trim())
  if (names.length > MAX_COLUMNS) {
    throw new UnreadableTable(`The file has ${names.length} columns; at most ${MAX_COLUMNS} are read.`)
  }
  const data = names.find((name) => /@.+\.|^[+(]?\d[\d\s()-]{6,}$/.test(name))
  if (data) {
    throw new UnreadableTable(
      `The first row must name the columns, but it holds data ("${data.slice(0, 60)}"). Add a row with headers, e.g. Name, Phone, Email, and upload again.`,
    )
  }
  const seen = new Map<string, number>()
  names.forEach((name, index) => {
    const key = name.toLowerCase()
    const first = seen.get(key)
    if (name !== '' && first !== undefined) {
      throw new UnreadableTable(
        `The header "${name}" appears twice, in columns ${first + 1} and ${index + 1}. Rename one of them and upload again.`,
      )
    }
    seen.set(key, index)
  })
  return names.map((name, index) => name || nameFor(index, seen))
}

function nameFor(index: number, taken: ReadonlyMap<string, number>): string {
  let name = `Column ${index + 1}`
  while (taken.has(name.toLowerCase())) name += ' (no header)'
  return name
}
