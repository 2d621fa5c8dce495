import { createHash, type Hash } from 'node:crypto'
import type { z } from 'zod'
import { NotOpened, openArchive } from '#server/platform/archive/sealed-archive.ts'
import { entriesIn } from '#server/platform/archive/tar-parts.ts'
import { errorLine, StartupError } from '#server/platform/startup-error.ts'
import { isStoredName } from '#server/providers/ports/files.ts'
import {
  type End,
  endSchema,
  FORMAT,
  type KnownMigration,
  type Manifest,
  manifestSchema,
  type Sum,
  whyKeyless,
  whyNotRestorable,
} from './archive-format.rules.ts'
import { asNotRead, readable } from './store-failure.ts'

/** An archive that is not restored; the message is one sentence with the next action. */
export class ArchiveRefused extends StartupError {}

export interface ArchiveSource {
  /** As the person named it. */
  name: string
  /** It is read twice: once to check it. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

export interface Requirements {
  /** age identities that open archives. */
  identities: readonly string[]
  migrations: readonly KnownMigration[]
  /** Recipients of the vault keys that this installation has. */
  vaultKeys: readonly string[]
}

export interface CheckedArchive {
  manifest: Manifest
  end: End
}

/** Reads a whole archive and compares it with its sums. Changes nothing. @throws ArchiveRefused */
export async function checkArchive(
  source: ArchiveSource,
  requirements: Requirements,
): Promise<CheckedArchive> {
  const { name } = source
  const refuse = (why: string): ArchiveRefused => new ArchiveRefused(`${name} ${why}. Nothing was changed.`)
  try {
    const parts = await openArchive(requirements.identities, readable(await opened(source), name))
    let manifest: Manifest | null = null
    let end: End | null = null
    const sums = new Map<string, Summing>()
    for await (const { name: entry, content } of entriesIn(parts)) {
      if (end) throw new Error('something follows its end')
      if (!manifest) {
        manifest = await readManifest(entry, content)
        const why = whyNotRestorable(manifest, requirements.migrations)
        if (why) throw refuse(why)
      } else if (entry === 'end.json') end = await readJson(endSchema, content)
      else if (!isExpected(entry, manifest)) throw new Error('it holds something that no backup has')
      else await addTo(sums, entry.startsWith('files/') ? 'files' : entry, content)
    }
    if (!manifest) throw new NotOurs()
    if (!end) throw new Error('its end is missing')
    requireSums(sums, end.sums)
    requireTables(manifest, end)
    const keyless = whyKeyless(end.vaultKeys, requirements.vaultKeys)
    if (keyless) throw refuse(keyless)
    return { manifest, end }
  } catch (error) {
    if (error instanceof StartupError) throw error
    if (error instanceof NotOpened && error.cause instanceof StartupError) throw error.cause
    if (error instanceof NotOurs)
      throw refuse('is encrypted by age, but is no backup of Brokerline. Choose another file')
    if (error instanceof NotOpened) throw refuse(whyNotOpened(error))
    throw refuse(`is damaged or incomplete (${whyUnreadable(error)}). Choose another archive`)
  }
}

/** Node's words for a chunk whose seal does not fit say nothing to an operator. */
function whyUnreadable(error: unknown): string {
  const line = errorLine(error)
  return line.includes('unable to authenticate data') ? 'a part of it was changed or is missing' : line
}

async function opened(source: ArchiveSource): Promise<AsyncIterable<Uint8Array>> {
  try {
    return await source.open()
  } catch (error) {
    throw asNotRead(error, source.name)
  }
}

/** A file of age with other content. */
class NotOurs extends Error {}

function whyNotOpened({ message }: NotOpened): string {
  if (message.includes('no identity matched'))
    return 'was encrypted for another key. Set BACKUP_IDENTITY or BACKUP_IDENTITY_FILE to the identity that belongs to its BACKUP_RECIPIENT'
  if (message === 'not a file of age') return 'is no backup of Brokerline. Choose another file'
  return `is damaged or incomplete (${message}). Choose another archive`
}

const MAX_JSON = 32 * 1024 * 1024

async function readManifest(entry: string, content: AsyncIterable<Uint8Array>): Promise<Manifest> {
  if (entry !== 'manifest.json') throw new NotOurs()
  const given = await parseJson(content)
  const format = typeof given === 'object' && given !== null && 'format' in given ? given.format : null
  if (typeof format === 'string' && format.startsWith('brokerline-backup/') && format !== FORMAT)
    throw new ArchiveRefused(
      `The archive has the format ${format.slice(0, 40)}, which a newer version writes. Restore it with that version. Nothing was changed.`,
    )
  return manifestSchema.parse(given)
}

async function readJson<T>(schema: z.ZodType<T>, content: AsyncIterable<Uint8Array>): Promise<T> {
  return schema.parse(await parseJson(content))
}

async function parseJson(content: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > MAX_JSON) throw new Error('its list of contents is too long')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** A restore writes files under these names, so none of them may lead elsewhere. */
function isExpected(entry: string, { tables }: Manifest): boolean {
  if (entry.startsWith('files/')) return isStoredName(entry.slice('files/'.length))
  return entry === 'jobs' || tables.some(({ name }) => entry === `tables/${name}`)
}

function requireTables({ tables }: Manifest, { sums, rows }: End): void {
  for (const { name } of tables)
    if (!sums[`tables/${name}`] || rows[name] === undefined) throw new Error(`the table ${name} is missing`)
}

interface Summing {
  hash: Hash
  bytes: number
}

async function addTo(
  sums: Map<string, Summing>,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const sum = sums.get(name) ?? { hash: createHash('sha256'), bytes: 0 }
  sums.set(name, sum)
  for await (const chunk of content) {
    sum.hash.update(chunk)
    sum.bytes += chunk.length
  }
}

function requireSums(found: ReadonlyMap<string, Summing>, expected: Readonly<Record<string, Sum>>): void {
  for (const name of new Set([...found.keys(), ...Object.keys(expected)])) {
    const [has, should] = [found.get(name), expected[name]]
    // without files there is no entry for them
    if (!has && should?.bytes === 0) continue
    if (!has || !should) throw new Error(`${name} is ${has ? 'not expected' : 'missing'}`)
    if (has.bytes !== should.bytes || has.hash.digest('hex') !== should.sha256)
      throw new Error(`the checksum of ${name} differs`)
  }
}
