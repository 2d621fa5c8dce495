import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Ctx } from '#server/ctx.ts'
import { decryptStream } from '#server/platform/crypto/age.ts'
import { notFound } from '#server/platform/errors.ts'
import { FileMissingError } from '#server/providers/ports/files.ts'
import { findFile, type StorageFault, type VaultFileRow } from './store.ts'
import { watchHead, watchSource } from './write-file.ts'

/** A stored file is missing or damaged. Errors of the store itself are thrown unchanged. */
export class FileFaulty extends Error {
  /** As it was when its bytes were fetched. */
  readonly row: VaultFileRow
  readonly finding: { fault: StorageFault; sealed: boolean | null }

  constructor(row: VaultFileRow, finding: { fault: StorageFault; sealed: boolean | null }, cause?: unknown) {
    super(`stored file is ${finding.fault}`, { cause })
    this.row = row
    this.finding = finding
  }
}

export interface FetchedFile {
  row: VaultFileRow
  /** The stored bytes. */
  encrypted: Readable
}

/** Fetches a file's stored bytes. @throws AppError not_found, FileFaulty missing, or the store's error */
export async function fetchFile(ctx: Ctx, id: number): Promise<FetchedFile> {
  return fetchByRow(ctx, await requireRow(ctx, id))
}

/**
 * `fetchFile` with a row that was just read. If the file is missing because a rotation renamed it meanwhile, the row is
 * read again, once.
 */
export async function fetchByRow(ctx: Ctx, row: VaultFileRow): Promise<FetchedFile> {
  const fetched = await fetchNamed(ctx, row)
  if (fetched) return fetched
  const current = await requireRow(ctx, row.id)
  const retried = current.storageName === row.storageName ? null : await fetchNamed(ctx, current)
  if (!retried) throw new FileFaulty(current, { fault: 'missing', sealed: null })
  return retried
}

async function fetchNamed(ctx: Ctx, row: VaultFileRow): Promise<FetchedFile | null> {
  const { files, vault } = ctx.providers
  // the key is newer than those that this process has read
  if (row.keyId > vault.current.id) await vault.refresh()
  try {
    return { row, encrypted: await files.get(row.storageName) }
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}

async function requireRow(ctx: Ctx, id: number): Promise<VaultFileRow> {
  const row = await findFile(ctx, id)
  if (!row) throw notFound('File')
  return row
}

export interface CheckedFile {
  /** The plain bytes; throws FileFaulty if they differ from the uploaded ones. */
  content: AsyncIterable<Uint8Array>
  /** Whether the stored bytes begin with age's header; null: none were read. */
  sealed(): boolean | null
}

export type Decrypt = (encrypted: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>

/** Decrypts a stored file and verifies its size and checksum. */
export function checkFile({ row, encrypted }: FetchedFile, decrypt: Decrypt): CheckedFile {
  const stored = watchSource(encrypted)
  const head = watchHead(stored.content)
  const faultOf = (fault: StorageFault, error: unknown): unknown =>
    stored.hasFailed() ? error : new FileFaulty(row, { fault, sealed: head.sealed() }, error)
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      const plain = await decrypt(head.content).catch((error: unknown) => {
        throw faultOf('unreadable', error)
      })
      const hash = createHash('sha256')
      let bytes = 0
      try {
        for await (const chunk of plain) {
          bytes += chunk.length
          hash.update(chunk)
          yield chunk
        }
      } catch (error) {
        throw faultOf('changed', error)
      }
      if (bytes !== row.bytes || !hash.digest().equals(row.sha256)) throw faultOf('changed', null)
    } finally {
      encrypted.destroy()
    }
  }
  return { content: content(), sealed: head.sealed }
}

/** Reads a file to its end and discards the content. @returns whether it was sealed @throws FileFaulty */
export async function readThrough({ content, sealed }: CheckedFile): Promise<boolean | null> {
  for await (const _ of content);
  return sealed()
}

/** Decrypts with the vault's present keys. */
export const withVaultKeys =
  (ctx: Ctx): Decrypt =>
  (encrypted) =>
    decryptStream(ctx.providers.vault.identities, encrypted)
