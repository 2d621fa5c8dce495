// Reads the first sheet of an Excel workbook, in a thread: inflating and parsing take seconds for large ones.

import { posix } from 'node:path'
import { type FormatKind, formatKind } from './number-formats.ts'
import { type Archive, DAMAGED, openArchive } from './open-archive.ts'
import { parseXml, readSharedStrings, readSheet, type WorkbookReading } from './sheet-xml.ts'
import { UnreadableTable } from './unreadable-table.ts'

export type WorkbookAnswer = { ok: true; text: string; notes: string[] } | { ok: false; reason: string }

export interface WorkbookTask {
  bytes: Uint8Array
  reading: WorkbookReading
}

export async function perform({ bytes, reading }: WorkbookTask): Promise<WorkbookAnswer> {
  try {
    return await readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), reading)
  } catch (error) {
    // inflating fails in many ways, e.g. where a part is longer than it states
    return { ok: false, reason: error instanceof UnreadableTable ? error.message : DAMAGED }
  }
}

async function readWorkbook(bytes: Buffer, reading: WorkbookReading): Promise<WorkbookAnswer> {
  const archive = await openArchive(bytes)
  refuseOtherFormats(archive.names)
  const path = await partOf(archive, '_rels/.rels', '', 'officeDocument', 'xl/workbook.xml')
  const folder = posix.dirname(path)
  const relations = await readRelations(
    archive,
    posix.join(folder, '_rels', `${posix.basename(path)}.rels`),
    folder,
  )
  const { sheets, is1904 } = await readSheets(await archive.read(path))
  const worksheets = sheets.filter(({ id }) => relations.get(id)?.type.endsWith('/worksheet'))
  const sheet = worksheets.find(({ isHidden }) => !isHidden) ?? worksheets[0]
  const part = sheet && (await archive.open(relations.get(sheet.id)?.target ?? ''))
  if (!sheet || !part) throw new UnreadableTable('The workbook has no sheet with cells. Choose another file.')
  const byType = (type: string) =>
    [...relations.values()].find((one) => one.type.endsWith(`/${type}`))?.target ?? ''
  const strings = await readSharedStrings(await archive.open(byType('sharedStrings')))
  const formats = await readFormats(await archive.read(byType('styles')))
  const { text, hiddenRows } = await readSheet(part, { strings, formats, is1904, reading })
  return { ok: true, text, notes: notesOn(sheet.name, worksheets.length - 1, hiddenRows) }
}

function notesOn(sheet: string, others: number, hiddenRows: number): string[] {
  return [
    ...(others > 0 ? [`Only the sheet “${sheet}” was read; the workbook has ${others} more.`] : []),
    ...(hiddenRows > 0 ? [`Hidden rows were read too: ${hiddenRows}.`] : []),
  ]
}

function refuseOtherFormats(names: readonly string[]): void {
  const has = (name: string) => names.includes(name)
  const save = 'Save it as an Excel workbook (.xlsx) or CSV UTF-8 and upload that file.'
  if (has('xl/workbook.bin')) throw new UnreadableTable(`This is a binary Excel workbook (.xlsb). ${save}`)
  if (has('content.xml')) throw new UnreadableTable(`This is an OpenDocument file. ${save}`)
  if (names.some((name) => name.endsWith('.iwa')))
    throw new UnreadableTable(`This is a Numbers file. ${save}`)
  if (!names.some((name) => name.startsWith('xl/')))
    throw new UnreadableTable(
      'This is a ZIP archive, not an Excel workbook. Unpack it and upload the file inside.',
    )
}

interface Relation {
  type: string
  target: string
}

async function readRelations(archive: Archive, path: string, folder: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>()
  await eachElement(await archive.read(path), (name, { Id = '', Type = '', Target = '' }) => {
    if (name !== 'Relationship') return
    const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
    found.set(Id, { type: Type, target })
  })
  return found
}

async function partOf(
  archive: Archive,
  path: string,
  folder: string,
  type: string,
  usual: string,
): Promise<string> {
  const relations = await readRelations(archive, path, folder)
  return [...relations.values()].find((one) => one.type.endsWith(`/${type}`))?.target ?? usual
}

interface Sheet {
  name: string
  id: string
  isHidden: boolean
}

async function readSheets(xml: string): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = []
  let is1904 = false
  await eachElement(xml, (name, attributes) => {
    if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
    if (name !== 'sheet') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    sheets.push({ name: attributes.name ?? '', id, isHidden: (attributes.state ?? 'visible') !== 'visible' })
  })
  return { sheets, is1904 }
}

/** The kind of each style's number format. */
async function readFormats(xml: string): Promise<FormatKind[]> {
  const codes = new Map<number, string>()
  const kinds: FormatKind[] = []
  let isCellStyles = false
  await eachElement(
    xml,
    (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isCellStyles = true
      if (name === 'xf' && isCellStyles) kinds.push(formatKind(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    (name) => {
      if (name === 'cellXfs') isCellStyles = false
    },
  )
  return kinds
}

async function eachElement(
  xml: string,
  open: (name: string, attributes: Record<string, string>) => void,
  close: (name: string) => void = () => undefined,
): Promise<void> {
  if (xml !== '') await parseXml(xml, { open, close, text: () => undefined })
}
