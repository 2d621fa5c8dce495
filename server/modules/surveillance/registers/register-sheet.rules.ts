// Reads the rows of a register that was saved as an Excel workbook.

import { splitRecords } from '#server/input/tables/split-cells.ts'
import { asPublished } from './register-cells.rules.ts'
import type { RecordLine } from './register-lines.rules.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A cell that holds a date, as ASIC writes it: rows are recognised by the same text in either kind of file. */
const published = (cell: string): string => (DAY.test(cell) ? asPublished(cell) : cell)

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * The rows of a sheet, with its row numbers. A row gets the empty cells that the sheet leaves out at its end; cells
 * to the right of the header's belong to no column.
 */
export function* sheetRecords(
  text: string,
  { columns, from }: { columns: number; from: number },
): Generator<RecordLine, undefined> {
  let line = 0
  for (const found of splitRecords(text, ',')) {
    if (++line <= from) continue
    const cells = (columns > 0 ? found.slice(0, columns) : found).map(published)
    const row = cells.map(quoted).join(',').replace(/,+$/, '')
    while (cells.length < columns) cells.push('')
    yield { line, text: row, cells }
  }
}
