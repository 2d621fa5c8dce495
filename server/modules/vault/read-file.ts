import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Ctx } from '#server/ctx.ts'
import { decryptStream } from '#server/platform/crypto/age.ts'
import { notFound } from '#server/platform/errors.ts'
import { FileMissingError } from '#server/providers/ports/files.ts'
import { findFile, type StorageFault, type VaultFileRow } from './store.ts'
import { watchHead, watchSource } from './write-file.ts'

/** A stored file is not what it should be; trouble of the store itself is thrown as it comes. */
export class FileFaulty extends Error {
  /** As it was when its bytes were asked for. */
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
  /** As it lies in the store. */
  encrypted: Readable
}

/** Fetches a file as it lies in the store. @throws AppError not_found, FileFaulty missing, or what the store says */
export async function fetchFile(ctx: Ctx, id: number): Promise<FetchedFile> {
  return fetchByRow(ctx, await requireRow(ctx, id))
}

/**
 * As fetchFile, from a row that was read a moment ago. A rotation may give the file another name meanwhile: then the
 * row is read again, once.
 */
export async function fetchByRow(ctx: Ctx, row: VaultFileRow): Promise<FetchedFile> {
  const fetched = await fetchNamed(ctx, row)
  if (fetched) return fetched
  const again = await requireRow(ctx, row.id)
  const second = again.storageName === row.storageName ? null : await fetchNamed(ctx, again)
  if (!second) throw new FileFaulty(again, { fault: 'missing', sealed: null })
  return second
}

async function fetchNamed(ctx: Ctx, row: VaultFileRow): Promise<FetchedFile | null> {
  const { files, vault } = ctx.providers
  // a key that was taken after this process had read its own
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
  /** The plain bytes; ends with FileFaulty where they are not those that were put in. */
  content: AsyncIterable<Uint8Array>
  /** Whether the stored bytes that were read begin as those of an age file; null: there were none. */
  sealed(): boolean | null
}

export type Decrypt = (encrypted: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>

/** Reads a stored file as one that has to prove itself. */
export function checkFile({ row, encrypted }: FetchedFile, decrypt: Decrypt): CheckedFile {
  const stored = watchSource(encrypted)
  const head = watchHead(stored.content)
  const judge = (fault: StorageFault, error: unknown): unknown =>
    stored.broke() ? error : new FileFaulty(row, { fault, sealed: head.sealed() }, error)
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      const plain = await decrypt(head.content).catch((error: unknown) => {
        throw judge('unreadable', error)
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
        throw judge('changed', error)
      }
      if (bytes !== row.bytes || !hash.digest().equals(row.sha256)) throw judge('changed', null)
    } finally {
      encrypted.destroy()
    }
  }
  return { content: content(), sealed: head.sealed }
}

/** Reads a file to its end; nobody keeps what passes. @returns whether it was sealed @throws FileFaulty */
export async function readThrough({ content, sealed }: CheckedFile): Promise<boolean | null> {
  for await (const _ of content);
  return sealed()
}

/** Opens with the keys that the vault holds now. */
export const withVaultKeys =
  (ctx: Ctx): Decrypt =>
  (encrypted) =>
    decryptStream(ctx.providers.vault.identities, encrypted)
