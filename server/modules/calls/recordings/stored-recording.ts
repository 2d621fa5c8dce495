import { Readable } from 'node:stream'
import type { Ctx } from '#server/ctx.ts'
import { describeFile, openFile } from '#server/modules/vault/vault-files.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import { findWaveform } from './recordings.store.ts'

/** The recording of a call in the vault. @throws AppError when the file is gone */
export async function openStored(ctx: Ctx, callId: number, fileId: number): Promise<Recording> {
  const { bytes, sha256 } = await describeFile(ctx, fileId)
  return {
    bytes,
    etag: sha256,
    async read(range) {
      const { stream } = await openFile(ctx, fileId)
      const asked = Readable.from(part(stream, range), { objectMode: false })
      // even if no byte was read
      asked.once('close', () => stream.destroy())
      return asked
    },
    waveform: async () => (await findWaveform(ctx, callId)) ?? { agent: [], caller: [] },
  }
}

/** Yields one byte range, ends inclusive: skips the bytes before it and stops reading after it. */
async function* part(
  stream: Readable,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const from = Math.max(start - at, 0)
    const to = Math.min(end + 1 - at, chunk.length)
    if (from < to) yield chunk.subarray(from, to)
    at += chunk.length
    if (at > end) return
  }
}
