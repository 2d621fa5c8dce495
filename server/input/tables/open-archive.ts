// Opens the parts of a ZIP archive within limits that are checked before anything is inflated.

import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise } from 'yauzl'
import { UnreadableTable } from './unreadable-table.ts'

const MEGABYTE = 1024 * 1024
/** Of all parts together, inflated; a workbook of 50 MB of CSV has about 200 MB of XML. */
const MAX_INFLATED = 400 * MEGABYTE
const MAX_ENTRIES = 5000
const MAX_SMALL_PART = 64 * MEGABYTE

export interface Archive {
  names: string[]
  /** The part as a stream; null: there is none. */
  open(name: string): Promise<Readable | null>
  /** A part that is small by nature, as text; empty where there is none. */
  read(name: string): Promise<string>
}

export const DAMAGED =
  'The workbook is damaged or incomplete. Open it in Excel, save it again and upload the new file.'

/** @throws UnreadableTable for a damaged archive or one of more than the limits */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const damaged = new UnreadableTable(DAMAGED)
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(() => {
    throw damaged
  })
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge()
  const entries = new Map<string, Entry>()
  let inflated = 0
  try {
    for await (const entry of zip.eachEntry()) {
      inflated += entry.uncompressedSize
      if (inflated > MAX_INFLATED) throw tooLarge()
      entries.set(entry.fileName.replace(/^\//, '').toLowerCase(), entry)
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? error : damaged
  }
  const open = async (name: string): Promise<Readable | null> => {
    const entry = entries.get(name.toLowerCase())
    return entry ? zip.openReadStreamPromise(entry) : null
  }
  return {
    names: [...entries.keys()],
    open,
    async read(name) {
      if ((entries.get(name.toLowerCase())?.uncompressedSize ?? 0) > MAX_SMALL_PART) throw tooLarge()
      const stream = await open(name)
      if (!stream) return ''
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer) // a stream of bytes
      return Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\ufeff/, '')
    },
  }
}

const tooLarge = (): UnreadableTable =>
  new UnreadableTable(
    'The workbook is too large to read. Save the sheet as CSV UTF-8, split it and upload the parts.',
  )
