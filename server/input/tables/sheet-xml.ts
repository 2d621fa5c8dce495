// Reads the XML parts of a workbook as streams: shared strings and the rows of a sheet.

import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { type FormatKind, identifyingText, numberText } from './number-formats.ts'
import { DAMAGED } from './open-archive.ts'
import { UnreadableTable } from './unreadable-table.ts'

const MAX_COLUMNS = 500
const MAX_ROWS = 1_048_576
const MAX_CELL = 32_767
/** Of all cells of a sheet, in characters. */
const MAX_TEXT = 150 * 1024 * 1024

type Attributes = Record<string, string>
interface Handlers {
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(name: string): void
}

/** Some programs write `x:row` for `row`. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** @throws UnreadableTable for XML that is not well formed, and errors of the handlers */
export async function parseXml(part: Readable | string, handlers: Handlers): Promise<void> {
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => handlers.open(localName(name), attributes as Attributes))
  parser.on('text', handlers.text)
  parser.on('cdata', handlers.text)
  parser.on('closetag', ({ name }) => handlers.close(localName(name)))
  parser.on('error', () => {
    throw new UnreadableTable(DAMAGED)
  })
  const decoder = new TextDecoder('utf-8')
  if (typeof part === 'string') parser.write(part)
  else for await (const chunk of part) parser.write(decoder.decode(chunk as Buffer, { stream: true })) // bytes
  parser.close()
}

/** Texts that many cells share, without the readings of Asian characters. */
export async function readSharedStrings(part: Readable | null): Promise<string[]> {
  const strings: string[] = []
  if (!part) return strings
  let text = ''
  let isText = false
  let phonetic = 0
  await parseXml(part, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic++
      else if (name === 't') isText = phonetic === 0
    },
    text(piece) {
      if (isText && text.length < MAX_CELL) text += piece
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') phonetic--
      else if (name === 'si') strings.push(withoutEscapes(text))
    },
  })
  return strings
}

/** Excel writes control characters as _x000D_. */
const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** `registers`: errors of formulas are no empty cells, and numbers shortened to an exponent stay unreadable. */
export type WorkbookReading = 'tables' | 'registers'

export interface SheetContext {
  strings: readonly string[]
  /** By the index of a cell's style. */
  formats: readonly FormatKind[]
  is1904: boolean
  reading: WorkbookReading
}

export interface SheetRows {
  /** The sheet as delimited text with a comma; blank rows are blank lines, so that row numbers stay. */
  text: string
  hiddenRows: number
}

interface OpenCell {
  column: number
  type: string
  style: number
  value: string
}

/** @throws UnreadableTable for more rows, columns or text than are read */
export async function readSheet(part: Readable, context: SheetContext): Promise<SheetRows> {
  const writer = rowWriter()
  let cell: OpenCell | null = null
  let isValue = false
  let phonetic = 0
  await parseXml(part, {
    open(name, attributes) {
      if (name === 'row') writer.startRow(attributes)
      else if (name === 'c') cell = openCell(attributes, writer.nextColumn())
      else if (name === 'rPh') phonetic++
      else if (name === 'v' || name === 't') isValue = cell !== null && phonetic === 0
    },
    text(piece) {
      if (isValue && cell && cell.value.length < MAX_CELL) cell.value += piece
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') phonetic--
      else if (name === 'c' && cell) {
        writer.add(cell.column, cellText(cell, context))
        cell = null
      } else if (name === 'row') writer.endRow()
    },
  })
  return writer.done()
}

function openCell({ r = '', s = '0', t = 'n' }: Attributes, next: number): OpenCell {
  const letters = /^[A-Z]+/i.exec(r)?.[0].toUpperCase() ?? ''
  const column = letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : next
  return { column, type: t, style: Number(s), value: '' }
}

function cellText({ type, style, value }: OpenCell, context: SheetContext): string {
  const { strings, formats, is1904, reading } = context
  switch (type) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'str':
    case 'inlineStr':
      return withoutEscapes(value)
    case 'b':
      return value.trim() === '1' ? 'TRUE' : 'FALSE'
    case 'e':
      return reading === 'registers' ? value.trim() : ''
    case 'd':
      return value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?$/, '')
    default: {
      if (value.trim() === '') return ''
      const read = reading === 'registers' ? identifyingText : numberText
      return read(value.trim(), formats[style] ?? 'plain', is1904)
    }
  }
}

function rowWriter() {
  const lines: string[] = []
  let cells: string[] = []
  let row = 0
  let isHidden = false
  let hiddenRows = 0
  let length = 0
  return {
    startRow({ r, hidden }: Attributes): void {
      row = r ? Number(r) : row + 1
      if (!(row > lines.length) || row > MAX_ROWS) throw tooMany('rows')
      isHidden = hidden === '1' || hidden === 'true'
      cells = []
    },
    nextColumn: (): number => cells.length,
    add(column: number, text: string): void {
      if (text === '') return
      if (column >= MAX_COLUMNS) throw tooMany('columns')
      while (cells.length < column) cells.push('')
      cells[column] = `"${text.replaceAll('"', '""')}"`
      length += text.length
      if (length > MAX_TEXT) throw tooMany('cells')
    },
    endRow(): void {
      if (cells.length === 0) return
      while (lines.length < row - 1) lines.push('')
      lines.push(cells.join(','))
      if (isHidden) hiddenRows++
    },
    done: (): SheetRows => ({ text: lines.join('\n'), hiddenRows }),
  }
}

const tooMany = (what: string): UnreadableTable =>
  new UnreadableTable(
    `The sheet has more ${what} than can be read. Split it, or delete what is not needed, and upload it again.`,
  )
