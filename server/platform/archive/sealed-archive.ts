import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress, type ZstdOptions } from 'node:zlib'
import { decryptStream, encryptStream } from '#server/platform/crypto/age.ts'
import { type Part, partsIn, tarOf } from './tar-parts.ts'

const COMPRESSION: ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/**
 * An archive while it is written: tar, compressed by zstd, encrypted by age, so that `age -d | zstd -d | tar x` opens it
 * without this program. A few parts are in memory at a time.
 */
export async function sealArchive(
  recipients: readonly string[],
  parts: AsyncIterable<Part>,
  at: Date,
): Promise<AsyncIterable<Uint8Array>> {
  return encryptStream(recipients, through(tarOf(parts, at), createZstdCompress(COMPRESSION)))
}

/** None of the identities opens the archive, or it is no file of age. */
export class NotOpened extends Error {}

/**
 * The parts of an archive while it is read. @throws NotOpened before the first part; any other error where the archive was
 * changed or cut off, which may be after the last part
 */
export async function openArchive(
  identities: readonly string[],
  archive: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Part>> {
  const plain = await decryptStream(identities, archive).catch((error: unknown) => {
    throw new NotOpened(error instanceof Error ? error.message : String(error), { cause: error })
  })
  return partsIn(through(plain, createZstdDecompress()))
}

async function* through(
  content: AsyncIterable<Uint8Array>,
  change: ReturnType<typeof createZstdCompress>,
): AsyncGenerator<Uint8Array> {
  const running = pipeline(Readable.from(content, { objectMode: false }), change)
  // reported by the loop, which reads the same stream
  running.catch(() => undefined)
  for await (const chunk of change) yield chunk
  await running
}
