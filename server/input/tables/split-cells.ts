// Splits a delimited text into records and cells, as spreadsheets do: every mix of line ends, stray quotes, `="0491"`.

import { UnreadableTable } from './unreadable-table.ts'

export type Delimiter = ',' | ';' | '\t' | '|'

const TAB = 9
const LF = 10
const CR = 13
const QUOTE = 34
const EQUALS = 61
const BOM = 0xfeff
const LINE_END = /[\r\n]/
/** Longer records are caused by a quote that is never closed. */
const MAX_RECORD = 1024 * 1024

interface Place {
  text: string
  delimiter: number
  /** From 1. */
  row: number
}

/** Records in order; a blank line is a record with one empty cell. @throws UnreadableTable for a quote never closed */
export function* splitRecords(text: string, delimiter: Delimiter): Generator<string[]> {
  const place: Place = { text, delimiter: delimiter.charCodeAt(0), row: 0 }
  let at = 0
  while (at < text.length) {
    place.row++
    // a file that was appended to another starts with its own byte order mark
    while (text.charCodeAt(at) === BOM) at++
    const start = at
    const cells: string[] = []
    for (;;) {
      const cell = readCell(place, at)
      cells.push(cell.value)
      at = cell.end
      if (at - start > MAX_RECORD) throw tooLong(place.row)
      if (text.charCodeAt(at) !== place.delimiter) break
      at++
    }
    yield cells
    at += lineEndLength(text, at)
  }
}

interface Cell {
  value: string
  /** Index of the delimiter or line end behind the cell. */
  end: number
}

function readCell(place: Place, start: number): Cell {
  const { text } = place
  let at = start
  // blanks before an opening quote do not belong to the cell
  while (text.charCodeAt(at) === 32) at++
  if (text.charCodeAt(at) === EQUALS && text.charCodeAt(at + 1) === QUOTE) {
    const formula = readQuoted(place, at + 1)
    if (formula) return formula
  }
  const quoted = text.charCodeAt(at) === QUOTE ? readQuoted(place, at) : null
  return quoted ? { ...quoted, value: withoutTextFormula(quoted.value) } : readPlain(place, start)
}

/** `="0491570156"` keeps leading zeros in spreadsheets; the value is the quoted text. */
function withoutTextFormula(value: string): string {
  const inner = /^="((?:[^"]|"")*)"$/.exec(value)?.[1]
  return inner === undefined ? value : inner.replaceAll('""', '"')
}

function readPlain({ text, delimiter }: Place, start: number): Cell {
  let end = start
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === delimiter || code === LF || code === CR) break
  }
  return { value: text.slice(start, end), end }
}

/** Null where the quote belongs to the text: files with tabs are often written without quoting. */
function readQuoted(place: Place, open: number): Cell | null {
  const { text, delimiter, row } = place
  let value = ''
  let from = open + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0 || quote - open > MAX_RECORD) {
      if (delimiter === TAB) return null
      throw text.length - open > MAX_RECORD ? tooLong(row) : neverClosed(row)
    }
    value += text.slice(from, quote)
    if (text.charCodeAt(quote + 1) === QUOTE) {
      value += '"'
      from = quote + 2
      continue
    }
    const end = skipBlanks(text, quote + 1)
    if (endsCell(place, end)) return { value: withPlainLineEnds(value), end }
    if (delimiter === TAB) return null
    // a cell of several lines is more likely one whose quote is never closed: rows would be lost in it
    if (LINE_END.test(value)) throw strayQuote(row)
    if (isInnerQuote(place, quote)) {
      value += '"'
      from = quote + 1
      continue
    }
    // as Excel reads "x"y: the rest belongs to the cell
    const rest = readPlain(place, quote + 1)
    return { value: withPlainLineEnds(value) + rest.value, end: rest.end }
  }
}

const skipBlanks = (text: string, from: number): number => {
  let at = from
  while (text.charCodeAt(at) === 32) at++
  return at
}

function endsCell({ text, delimiter }: Place, at: number): boolean {
  if (at >= text.length) return true
  const code = text.charCodeAt(at)
  return code === delimiter || code === LF || code === CR
}

/** In "He said "hi" to me", the next quote of the line closes something; in "x"y,"z" it opens the next cell. */
function isInnerQuote(place: Place, quote: number): boolean {
  const { text, delimiter } = place
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || code === CR) return false
    if (code !== QUOTE) continue
    let before = at - 1
    while (text.charCodeAt(before) === 32 && before > quote) before--
    return text.charCodeAt(before) !== delimiter
  }
  return false
}

/** Line ends inside a cell, of any form, as LF: the same table reads the same however it was saved. */
const withPlainLineEnds = (value: string): string =>
  value.includes('\r') ? value.replaceAll(/\r+\n|\r/g, '\n') : value

/** CR CR LF is one line end, written by programs that convert line ends twice. */
function lineEndLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== CR) return 1
  if (text.charCodeAt(at + 1) === LF) return 2
  return text.charCodeAt(at + 1) === CR && text.charCodeAt(at + 2) === LF ? 3 : 1
}

const neverClosed = (row: number): UnreadableTable =>
  new UnreadableTable(
    `A quote (") that opens in row ${row} is never closed. Close or remove it and upload the file again.`,
  )

const tooLong = (row: number): UnreadableTable =>
  new UnreadableTable(
    `Row ${row} is longer than 1 MB: probably a quote (") is never closed. Close or remove it and upload again.`,
  )

const strayQuote = (row: number): UnreadableTable =>
  new UnreadableTable(
    `Row ${row} has a quote (") in the middle of a cell, or one that is never closed. Double quotes inside a quoted cell ("") and upload again.`,
  )
