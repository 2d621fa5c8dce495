import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Recording, Waveform } from '../ports/voice.ts'
import { looksLikeMp3, waveformOf } from './waveform.ts'

/** Ten minutes of a call take 5 MB. */
export const MOST_RECORDING_BYTES = 60 * 1024 * 1024

/** Reads the body of a download. @throws where it exceeds the limit or is cut off */
export async function readBounded(response: Response, most = MOST_RECORDING_BYTES): Promise<Buffer> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > most) throw new Error(`The recording is larger than ${most} bytes.`)
    chunks.push(chunk)
  }
  const compressed = response.headers.get('content-encoding') !== null
  if (!compressed && announced > bytes) throw new Error('The recording download was interrupted.')
  return Buffer.concat(chunks)
}

/** A recording held in memory. @throws where it is not an MP3 */
export function recordingFrom(mp3: Buffer, channels: { agent: 0 | 1 }): Recording {
  if (!looksLikeMp3(mp3)) throw new Error('The recording that the provider sent is not an MP3 file.')
  let waveform: Promise<Waveform> | undefined
  return {
    bytes: mp3.length,
    etag: createHash('sha256').update(mp3).digest('hex'),
    read: async ({ start, end }) => Readable.from([mp3.subarray(start, end + 1)]),
    waveform() {
      waveform ??= waveformOf(mp3, channels)
      return waveform
    },
  }
}
