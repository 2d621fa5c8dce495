import { open } from 'node:fs/promises'
import type { Recording } from '#server/providers/ports/voice.ts'
import type { Recording as Rendered } from './cache.ts'

/** A rendered file as the port has it. It may leave the cache at any time: whoever reads it is quick. @param name the same for the same bytes */
export function openRendered({ path, bytes, waveform }: Rendered, name: string): Recording {
  return {
    bytes,
    etag: name,
    async read(range) {
      // opened before anything is promised: a cached file may go, an open one stays readable
      const handle = await open(path)
      return handle.createReadStream(range)
    },
    waveform: async () => waveform,
  }
}
