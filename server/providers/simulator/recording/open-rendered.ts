import { Readable } from 'node:stream'
import type { Recording } from '#server/providers/ports/voice.ts'
import type { Rendered } from './recording.thread.ts'

/** A rendered recording as the port has it. @param name the same for the same bytes */
export function openRendered({ mp3, bytes, waveform }: Rendered, name: string): Recording {
  return {
    bytes,
    etag: name,
    read: async ({ start, end }) => Readable.from([Buffer.from(mp3.subarray(start, end + 1))]),
    waveform: async () => waveform,
  }
}
