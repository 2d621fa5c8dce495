import { Readable } from 'node:stream'
import type { Ctx } from '#server/ctx.ts'
import { type FileProblem, FileRefused } from '#server/pdf/file-refused.ts'
import { decryptStream, encryptStream } from '#server/platform/crypto/age.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { destroyFilesJob } from './destroy-files.job.ts'
import { destroyReleased } from './destruction.ts'
import { inspect } from './inspect.ts'
import { normaliseFilename } from './media-type.rules.ts'
import { FileFaulty, fetchFile } from './read-file.ts'
import { findFile, insertFile, markAttached, markLooseReleased, markReleased } from './store.ts'
import { newStorageName, storeRefused, watchHead, watchSource } from './write-file.ts'

export interface NewFile {
  /** The plain bytes as they come. They are never whole in memory, and never on disk. */
  stream: AsyncIterable<Uint8Array>
  /** As the sender names it. */
  filename: string | undefined
  /** Bytes at most. */
  limit: number
  allowedTypes: readonly string[]
  /** Made here, by nobody from outside: the virus scanner is not asked. */
  own?: boolean
}

/** A file of the vault that belongs to nothing yet. */
export interface StoredFile {
  id: number
  filename: string
  mediaType: string
  bytes: number
  /** Hex, of the plain bytes. */
  sha256: string
}

export type StoreOutcome = { ok: true; file: StoredFile } | ({ ok: false } & FileProblem)

/**
 * Encrypts a file into the store while it comes in. What is refused or broken off leaves nothing behind; what is
 * never attached is destroyed after a day.
 */
export async function storeFile(ctx: Ctx, file: NewFile): Promise<StoreOutcome> {
  const { files, vault } = ctx.providers
  const storageName = newStorageName()
  const inspection = inspect(file.stream, { ...file, scanner: file.own ? null : ctx.providers.scanner })
  const { content, broke } = watchSource(inspection.content)
  const key = await vault.refresh()
  const sent = watchHead(await encryptStream(key.recipient, content))
  try {
    await files.put(storageName, sent.content)
  } catch (error) {
    if (error instanceof FileRefused) {
      if (error.cause) ctx.log.warn({ err: error.cause }, 'a file could not be checked')
      return { ok: false, fault: error.fault, found: error.found }
    }
    throw broke() ? error : await storeRefused(ctx, storageName, error)
  }
  const { mediaType: type, bytes, sha256 } = inspection.result()
  const row = await insertFile(ctx, {
    keyId: key.id,
    storageName,
    filename: normaliseFilename(file.filename),
    mediaType: type,
    bytes,
    sha256,
    sealed: sent.sealed(),
    createdAt: ctx.now(),
  })
  const { id, filename, mediaType } = row
  return { ok: true, file: { id, filename, mediaType, bytes, sha256: sha256.toString('hex') } }
}

export interface OpenedFile {
  filename: string
  mediaType: string
  bytes: number
  /** The plain bytes; ends with an error where the stored file was changed. */
  stream: Readable
}

/** What is known of a file without opening it. @throws AppError not_found where it is gone or given up */
export async function describeFile(ctx: Ctx, id: number): Promise<StoredFile> {
  const row = await findFile(ctx, id)
  if (!row) throw notFound('File')
  const { filename, mediaType, bytes, sha256 } = row
  return { id, filename, mediaType, bytes, sha256: sha256.toString('hex') }
}

/** Decrypts a file while it is read. The caller has checked who asks, and writes the audit row. @throws AppError */
export async function openFile(ctx: Ctx, id: number): Promise<OpenedFile> {
  let encrypted: Readable | undefined
  try {
    const fetched = await fetchFile(ctx, id)
    encrypted = fetched.encrypted
    const { filename, mediaType, bytes } = fetched.row
    const plain = await decryptStream(ctx.providers.vault.identities, encrypted)
    return { filename, mediaType, bytes, stream: Readable.from(plain, { objectMode: false }) }
  } catch (error) {
    encrypted?.destroy()
    if (error instanceof AppError) throw error
    const missing = error instanceof FileFaulty
    ctx.log.error(
      { err: error, fileId: id },
      missing ? 'a file is gone from the store' : 'a file did not open',
    )
    throw new AppError('unavailable', 'This file cannot be opened right now. Try again later.', {
      retryAfter: 60,
    })
  }
}

/** Loose files now belong to something; commits with what they belong to. @throws AppError conflict */
export async function attachFiles(tx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  if ((await markAttached(tx, ids)) < ids.length) {
    throw new AppError('conflict', 'The upload took too long. Choose the file again.')
  }
}

/** Gives files up: from the commit on they are gone for everybody, and a job destroys them. */
export async function releaseFiles(tx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await markReleased(tx, ids)
  await tx.enqueue(destroyFilesJob, { ids: [...ids] })
}

/** Destroys at once those of these files that were never attached: what a refused request has left. */
export async function discardLoose(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const released = await markLooseReleased(ctx, ids)
  if (released.length === 0) return
  try {
    await destroyReleased(ctx, { ids: released })
  } catch (error) {
    // they are given up already: the clean-up tries again
    ctx.log.warn({ err: error }, 'files that nobody needs could not be removed yet')
  }
}
