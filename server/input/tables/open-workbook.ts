// Reads an Excel workbook as delimited text, so that everything behind it is the same as for a CSV file.

import { readInThread } from '../read-in-thread.ts'
import type { WorkbookReading } from './sheet-xml.ts'
import { UnreadableTable } from './unreadable-table.ts'
import type { WorkbookAnswer, WorkbookTask } from './workbook.thread.ts'

const THREAD = new URL('./workbook.thread.ts', import.meta.url)
const TIMEOUT_MS = 60_000

const ZIP = Buffer.from('504b0304', 'hex')
/** Of old workbooks, and of new ones with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

export interface WorkbookText {
  /** With commas; a sheet's row is a line, blank rows too. */
  text: string
  notes: string[]
}

/** Null for a file that is not a workbook. @throws UnreadableTable with the next action */
export async function openWorkbook(
  bytes: Uint8Array,
  reading: WorkbookReading = 'tables',
): Promise<WorkbookText | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) {
    throw new UnreadableTable(
      buffer.includes(ENCRYPTED)
        ? 'This workbook is protected by a password. Open it in Excel, remove the password under File, Info, Protect Workbook, save it and upload it again.'
        : 'This is an old Excel workbook (.xls). Open it in Excel, choose File, Save As, "Excel Workbook (.xlsx)" and upload that file.',
    )
  }
  if (!buffer.subarray(0, ZIP.length).equals(ZIP)) return null
  const answer = await readInThread<WorkbookTask, WorkbookAnswer>(THREAD, { bytes, reading }, TIMEOUT_MS)
  if (answer.ok) return { text: answer.text, notes: answer.notes }
  throw new UnreadableTable(
    answer.reason.startsWith('It ')
      ? `The workbook could not be read: ${answer.reason} Save the sheet as CSV UTF-8, split it and upload the parts.`
      : answer.reason,
  )
}
