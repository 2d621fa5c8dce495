// Decides where the rows of ASIC's files begin and end, and what their cells are. A damaged row ends with its line, so that
// the rows after it are read.

export interface RecordLine {
  /** Of the file, from 1. */
  line: number
  text: string
  /** Null: a quote in it is never closed. */
  cells: string[] | null
}

/** Lines over which one quoted cell may run. */
const MAX_LINES = 40

export type Delimiter = '\t' | ',' | ';' | '|'

interface Split {
  cells: string[]
  /** A quote is open at the end of the text. */
  isOpen: boolean
  /** Strict only: a quote closes in the middle of a cell, so no further line closes it properly. */
  isBroken?: boolean
}

/** Cells of one record. Unless strict, quotes inside an unquoted cell, and after a closed one, are part of the text. */
export function splitCells(text: string, delimiter: Delimiter, isStrict = false): Split {
  if (!text.includes('"')) return { cells: text.split(delimiter), isOpen: false }
  const cells: string[] = []
  let at = 0
  for (;;) {
    const quoted = /^ *"/.exec(text.slice(at, at + 8))
    if (!quoted) {
      const end = text.indexOf(delimiter, at)
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end))
      if (end < 0) return { cells, isOpen: false }
      at = end + 1
      continue
    }
    const cell = quotedCell(text, at + quoted[0].length, { delimiter, isStrict })
    cells.push(cell.value)
    if (cell.end === null) return { cells, isOpen: true, isBroken: cell.isBroken }
    if (cell.end >= text.length) return { cells, isOpen: false }
    at = cell.end + 1
  }
}

/** @returns the text of a cell whose quote was opened before `from`, and where its delimiter is; null: nowhere */
function quotedCell(
  text: string,
  from: number,
  { delimiter, isStrict }: { delimiter: Delimiter; isStrict: boolean },
): { value: string; end: number | null; isBroken: boolean } {
  let value = ''
  let at = from
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { value: value + text.slice(at), end: null, isBroken: false }
    value += text.slice(at, quote)
    let next = quote + 1
    if (text[next] === '"') {
      value += '"'
      at = next + 1
      continue
    }
    while (text[next] === ' ') next++
    if (next >= text.length || text[next] === delimiter) return { value, end: next, isBroken: false }
    if (isStrict) return { value, end: null, isBroken: true }
    value += '"'
    at = quote + 1
  }
}

/** Lines without their ends, whichever of the three kinds they have. */
export const linesOf = (text: string): string[] =>
  (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text).split('\n')

/**
 * The records of a file. A record may run over several lines inside quotes, provided that it then has as many cells as the
 * header; else its first line is a damaged record of its own, and reading continues with the next line.
 */
export function* recordsOf(
  lines: readonly string[],
  { delimiter, columns, from }: { delimiter: Delimiter; columns: number; from: number },
): Generator<RecordLine> {
  for (let at = from; at < lines.length; at++) {
    const text = lines[at] ?? ''
    const { cells, isOpen } = splitCells(text, delimiter)
    if (!isOpen) {
      yield { line: at + 1, text, cells }
      continue
    }
    const whole = joined(lines, at, { delimiter, columns })
    yield { line: at + 1, text: whole?.text ?? text, cells: whole?.cells ?? null }
    if (whole) at += whole.lines - 1
  }
}

function joined(
  lines: readonly string[],
  from: number,
  { delimiter, columns }: { delimiter: Delimiter; columns: number },
): { text: string; cells: string[]; lines: number } | null {
  let text = lines[from] ?? ''
  for (let count = 2; count <= MAX_LINES && from + count <= lines.length; count++) {
    text = `${text}\n${lines[from + count - 1]}`
    const { cells, isOpen, isBroken } = splitCells(text, delimiter, true)
    if (!isOpen) return cells.length === columns ? { text, cells, lines: count } : null
    if (isBroken || cells.length > columns) return null
  }
  return null
}

const SAMPLE = 30

/** How many cells a row has: as many as the header, or one more where every row ends in a delimiter that the header lacks. */
export function rowWidth(
  lines: readonly string[],
  from: number,
  header: { delimiter: Delimiter; width: number },
): number {
  const widths = lines
    .slice(from, from + SAMPLE)
    .filter((line) => line.trim() !== '')
    .map((line) => splitCells(line, header.delimiter).cells)
  const wider =
    widths.length > 0 && widths.every((cells) => cells.length === header.width + 1 && cells.at(-1) === '')
  return wider ? header.width + 1 : header.width
}
