import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Ctx } from '#server/ctx.ts'
import { AGE_HEADER, decryptStream } from '#server/platform/crypto/age.ts'
import { notFound } from '#server/platform/errors.ts'
import { FileMissingError } from '#server/providers/files/port.ts'
import { findFile, type VaultFileRow } from './store.ts'

/** What is wrong with a stored file: gone, opened by none of our keys, or not the bytes that were put in. */
export type StorageFault = 'missing' | 'unreadable' | 'changed'

/** A stored file is not what it should be; trouble of the store itself is thrown as it comes. */
export class FileFaulty extends Error {
  readonly fault: StorageFault

  constructor(fault: StorageFault, cause?: unknown) {
    super(`stored file is ${fault}`, { cause })
    this.fault = fault
  }
}

export interface FetchedFile {
  row: VaultFileRow
  /** As it lies in the store. */
  encrypted: Readable
}

/**
 * Fetches a file as it lies in the store. A rotation may give it another name between the row and the store: then the
 * row is read again, once. @throws AppError not_found, FileMissingError, or what the store says
 */
export async function fetchFile(ctx: Ctx, id: number): Promise<FetchedFile> {
  const { files, vault } = ctx.providers
  const row = await requireRow(ctx, id)
  // a key that was taken after this process had read its own
  if (row.keyId > vault.current.id) await vault.refresh()
  try {
    return { row, encrypted: await files.get(row.storageName) }
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error
    const again = await requireRow(ctx, id)
    if (again.storageName === row.storageName) throw error
    if (again.keyId > vault.current.id) await vault.refresh()
    return { row: again, encrypted: await files.get(again.storageName) }
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
  /** Whether the stored bytes begin as those of an age file; known once `open` has answered or thrown. */
  sealed(): boolean | null
}

type Decrypt = (encrypted: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>

/** Reads a stored file as one that has to prove itself. @param decrypt by which hands; those of the vault unless said */
export function checkFile(
  { row, encrypted }: FetchedFile,
  decrypt: Decrypt,
): CheckedFile & { drain(): Promise<void> } {
  let head = Buffer.alloc(0)
  let broken: { error: unknown } | null = null
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of encrypted) {
        if (head.length < AGE_HEADER.length)
          head = Buffer.concat([head, chunk]).subarray(0, AGE_HEADER.length)
        yield chunk
      }
    } catch (error) {
      broken = { error }
      throw error
    }
  }
  const judge = (fault: StorageFault, cause: unknown): unknown =>
    broken ? broken.error : new FileFaulty(fault, cause)
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      const plain = await decrypt(watched()).catch((error: unknown) => {
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
      if (bytes !== row.bytes || !hash.digest().equals(row.sha256)) throw new FileFaulty('changed')
    } finally {
      encrypted.destroy()
    }
  }
  const checked = content()
  return {
    content: checked,
    sealed: () => (head.length > 0 ? head.toString('latin1') === AGE_HEADER : null),
    async drain() {
      // each byte passes the checks; nobody keeps it
      for await (const _ of checked);
    },
  }
}

/** Opens with what the vault holds now. */
export const withVaultKeys =
  (ctx: Ctx): Decrypt =>
  (encrypted) =>
    decryptStream(ctx.providers.vault.identities, encrypted)
