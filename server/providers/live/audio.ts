import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Recording, Waveform } from '../ports/voice.ts'
import { looksLikeMp3, waveformOf } from './waveform.ts'

/** Ten minutes of a call take 5 MB. */
export const MOST_RECORDING_BYTES = 60 * 1024 * 1024

/** The body of a download, up to a limit. @throws where it is longer, or breaks off */
export async function bounded(response: Response, most = MOST_RECORDING_BYTES): Promise<Buffer> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > most) throw new Error(`The recording is larger than ${most} bytes.`)
    chunks.push(chunk)
  }
  const packed = response.headers.get('content-encoding') !== null
  if (!packed && announced > bytes) throw new Error('The download of the recording broke off.')
  return Buffer.concat(chunks)
}

/** A recording that is all here. @throws where it is no MP3 */
export function recordingFrom(mp3: Buffer, channels: { agent: 0 | 1 }): Recording {
  if (!looksLikeMp3(mp3)) throw new Error('What the provider gave as the recording is not an MP3 file.')
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
