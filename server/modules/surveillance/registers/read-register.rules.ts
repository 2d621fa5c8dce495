// Decides whether a text is a register's file, and which of its rows can be read. The others are set aside with their text.

import { numberText } from '#contract/number-text.ts'
import { cutText } from '#contract/plain-text.ts'
import { type Register, registerTerms } from '#contract/surveillance/registers.ts'
import { type RegisterRow, type RowTraces, readRow } from './register-files.rules.ts'
import { type Header, type ReadHeader, readHeader, readHeaderCells } from './register-header.rules.ts'
import { linesOf, type RecordLine, recordsOf, rowWidth } from './register-lines.rules.ts'
import { sheetRecords } from './register-sheet.rules.ts'

export interface UnreadableRow extends RowTraces {
  /** Of the file, from 1. */
  line: number
  text: string
  reason: string
}

export interface RegisterContent {
  rows: RegisterRow[]
  unreadable: UnreadableRow[]
}

export type ReadRegister = ({ ok: true } & RegisterContent) | { ok: false; reason: string }

const MAX_ROWS = 1_000_000
const TOO_MANY = 'The file has more than a million rows, more than any register.'
/** Characters of an unreadable row that are kept. */
const MAX_TEXT = 4000
/** Rows read between two turns of other work. */
const TURN = 2000
/** With more than this part of its rows unreadable the file is damaged, and refused. */
const MOST_UNREADABLE = 0.02
/** A single unreadable row never refuses the file: a register of organisations has some dozens of rows. */
const ALWAYS_ACCEPTED = 1

/**
 * Reads a register's file: with commas or tabs, quoted or not, its columns in any order.
 * @param text decoded, with or without byte-order mark
 */
export async function readRegister(register: Register, text: string): Promise<ReadRegister> {
  const lines = linesOf(withoutMarks(text))
  const { first, read } = findHeader(register, lines)
  if (!read.ok) return read
  const { delimiter } = read.header
  const width = rowWidth(lines, first + 1, read.header)
  const header = { ...read.header, width }
  const records = recordsOf(lines, { delimiter, columns: width, from: first + 1 })
  const given = await readRecords(register, { header, title: lines[first] ?? '', records })
  const fault = given.fault ?? cutOff(lines, { ...given.lengths, width }) ?? damage(register, given.content)
  return fault ? { ok: false, reason: fault } : { ok: true, ...given.content }
}

/**
 * Reads the first sheet of a workbook: its rows have no quotes to be damaged and no end to be cut off, and lack the empty
 * cells at their ends.
 * @param text as `openWorkbook` gives it
 */
export async function readRegisterSheet(register: Register, text: string): Promise<ReadRegister> {
  const plain = withoutMarks(text)
  const { first, read } = findSheetHeader(register, plain)
  if (!read.ok) return read
  const { header } = read
  const records = sheetRecords(plain, { columns: header.width, from: first.line })
  const { content, fault } = await readRecords(register, { header, title: first.text, records })
  const reason = fault ?? damage(register, content)
  return reason ? { ok: false, reason } : { ok: true, ...content }
}

/** Without a second byte-order mark and the end sign of old programs. */
const withoutMarks = (text: string): string =>
  text.replaceAll(/[\ufeff\p{Cc}]/gu, (mark) => ('\t\n\r\v\f'.includes(mark) ? mark : ''))

interface Lengths {
  last: RecordLine | null
  /** A row before the last one lacks cells. */
  hasShorter: boolean
}

/** Reads all records behind the header. @param given.title the header's text, which joined files repeat */
async function readRecords(
  register: Register,
  given: { header: Header; title: string; records: Iterable<RecordLine> },
): Promise<{ content: RegisterContent; lengths: Lengths; fault: string | null }> {
  const { header, title, records } = given
  const content: RegisterContent = { rows: [], unreadable: [] }
  const lengths: Lengths = { last: null, hasShorter: false }
  const keys = createKeys()
  let turn = 0
  for (const record of records) {
    if (record.text === title) continue
    if (record.text.trim() === '' || record.cells?.every((cell) => cell.trim() === '')) continue
    if (lengths.last?.cells && lengths.last.cells.length < header.width) lengths.hasShorter = true
    lengths.last = record
    addRecord(content, keys, { register, header, record })
    if (content.rows.length > MAX_ROWS) return { content, lengths, fault: TOO_MANY }
    turn = (turn + 1) % TURN
    if (turn === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { content, lengths, fault: null }
}

/** Lines among which the header is looked for: programs write titles and 'sep=,' above it. */
const TITLES = 10

function findHeader(register: Register, lines: readonly string[]): { first: number; read: ReadHeader } {
  const top = lines.findIndex((line) => line.trim() !== '')
  for (let first = Math.max(0, top); first < Math.min(lines.length, top + TITLES); first++) {
    const read = readHeader(register, lines[first] ?? '')
    if (read.ok) return { first, read }
  }
  return { first: top, read: readHeader(register, lines[top] ?? '') }
}

function findSheetHeader(register: Register, text: string): { first: RecordLine; read: ReadHeader } {
  const rows = sheetRecords(text, { columns: 0, from: 0 })
    .filter(({ text: row }) => row !== '')
    .take(TITLES)
    .map((first) => ({ first, read: readHeaderCells(register, first.cells ?? []) }))
    .toArray()
  const none = { line: 0, text: '', cells: [] }
  return rows.find(({ read }) => read.ok) ?? rows[0] ?? { first: none, read: readHeaderCells(register, []) }
}

/** The order distinguishes rows with the same number, begin and name. */
function createKeys(): (key: string) => string {
  const seen = new Map<string, number>()
  return (key) => {
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return times === 1 ? key : `${key}|${times}`
  }
}

function addRecord(
  { rows, unreadable }: RegisterContent,
  keyOf: (key: string) => string,
  { register, header, record }: { register: Register; header: Header; record: RecordLine },
): void {
  const { line, text, cells } = record
  const read = cells
    ? readRow(register, header, cells)
    : ({
        ok: false,
        reason: 'a quote (") that opens there is never closed',
        traces: { number: null, name: null, cells: text.split(header.delimiter).map(unquoted) },
      } as const)
  if (read.ok) rows.push({ ...read.row, key: keyOf(read.row.key) })
  else unreadable.push({ ...read.traces, line, text: cutText(text, MAX_TEXT), reason: read.reason })
}

const unquoted = (cell: string): string => cell.replaceAll('"', '').trim()

/** A file whose last line lacks cells, and its end, was cut off while it was downloaded: other rows may be gone as well. */
function cutOff(
  lines: readonly string[],
  { last, width, hasShorter }: { last: RecordLine | null; width: number; hasShorter: boolean },
): string | null {
  if (!last || lines.at(-1)?.trim() === '') return null
  if (last.cells !== null && (last.cells.length >= width || hasShorter)) return null
  return `The file is cut off in row ${last.line}. Nothing was imported; download the file again.`
}

function damage(register: Register, { rows, unreadable }: RegisterContent): string | null {
  const { label } = registerTerms[register]
  const total = rows.length + unreadable.length
  if (total === 0) return `The file has no rows of ${label}.`
  const tooMany = unreadable.length > Math.max(ALWAYS_ACCEPTED, total * MOST_UNREADABLE)
  if (!tooMany && rows.length > 0) return null
  const count = numberText
  const [first] = unreadable
  return `${count(unreadable.length)} of ${count(total)} rows cannot be read, which is more than 2 per cent. The first is row ${first?.line}: ${cutText(first?.reason ?? '', 300)}. Nothing was imported; download the file again.`
}
