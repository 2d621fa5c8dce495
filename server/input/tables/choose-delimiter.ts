// Chooses the delimiter of a text by splitting its first rows with each candidate.

import { type Delimiter, splitRecords } from './split-cells.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** In order of preference. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']
const SAMPLE_ROWS = 200
const SAMPLE_LENGTH = 256 * 1024

/**
 * The delimiter that gives the most rows as many cells as the header; then the one with the most cells. Counting the
 * first line alone fails for a header such as `Name;Address (street, suburb, state)`.
 */
export function chooseDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const rated = DELIMITERS.map((delimiter) => ({ delimiter, ...rate(sample, delimiter) }))
  const best = rated.reduce((a, b) => (isBetter(b, a) ? b : a))
  return best.delimiter
}

interface Rating {
  /** Part of the rows that have the header's number of cells, from 0 to 1. */
  alike: number
  cells: number
}

const isBetter = (a: Rating, b: Rating): boolean =>
  a.alike === b.alike ? a.cells > b.cells : a.alike > b.alike

function rate(sample: string, delimiter: Delimiter): Rating {
  const rows = cellCounts(sample, delimiter)
  const at = rows.findIndex(({ filled }) => filled > 1)
  const header = rows[at]
  if (!header) return { alike: 0, cells: 1 }
  const alike = rows.filter(({ all, filled }) => all === header.all || filled === header.filled).length
  // a title may precede the header, but a delimiter of the first row is more likely the file's
  return { alike: (alike / rows.length) * (at === 0 ? 1 : 0.5), cells: header.filled }
}

interface CellCount {
  all: number
  /** Without the empty cells at the row's end. */
  filled: number
}

/** The cells of each row with text. */
function cellCounts(sample: string, delimiter: Delimiter): CellCount[] {
  const counts: CellCount[] = []
  try {
    for (const cells of splitRecords(sample, delimiter)) {
      const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1
      if (filled > 0) counts.push({ all: cells.length, filled })
      if (counts.length >= SAMPLE_ROWS) break
    }
  } catch (error) {
    // another delimiter may read the row
    if (!(error instanceof UnreadableTable)) throw error
  }
  return counts
}
