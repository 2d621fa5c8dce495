import type { Rendered } from './recording.thread.ts'

/**
 * Rendered recordings in memory, never on a disk: they hold what was said, and can be rendered again at any time. Each
 * goes some minutes after its last use, and the one used longest ago when there are too many bytes.
 */
export interface RecordingCache {
  find(name: string): Rendered | undefined
  add(name: string, recording: Rendered): void
  clear(): void
}

export interface RecordingCacheOptions {
  maxBytes: number
  keptMs: number
}

interface Entry {
  recording: Rendered
  forget: NodeJS.Timeout
}

export function createRecordingCache({ maxBytes, keptMs }: RecordingCacheOptions): RecordingCache {
  /** In order of their last use. */
  const entries = new Map<string, Entry>()
  let bytes = 0

  function remove(name: string): Entry | undefined {
    const entry = entries.get(name)
    if (!entry) return undefined
    clearTimeout(entry.forget)
    entries.delete(name)
    bytes -= entry.recording.bytes
    return entry
  }

  function put(name: string, recording: Rendered): void {
    const forget = setTimeout(() => remove(name), keptMs).unref()
    entries.set(name, { recording, forget })
    bytes += recording.bytes
  }

  return {
    find(name) {
      const found = remove(name)
      if (found) put(name, found.recording)
      return found?.recording
    },
    add(name, recording) {
      remove(name)
      put(name, recording)
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes || oldest === name) return
        remove(oldest)
      }
    },
    clear() {
      for (const name of [...entries.keys()]) remove(name)
    },
  }
}
