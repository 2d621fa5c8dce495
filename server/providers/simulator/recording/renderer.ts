import { createRecordingCache, type Recording } from './cache.ts'
import { checkScore, scoreHash } from './check-score.ts'
import { createRenderThread } from './render-thread.ts'
import type { RecordingScore } from './score.ts'

export interface RecordingRenderer {
  /**
   * The recording of a score as an MP3 file, from the cache or rendered now. The same score gives the same bytes.
   * Open the file soon: a full cache removes what was used longest ago. Throws InvalidScoreError and
   * RecordingRenderError.
   */
  render(score: RecordingScore): Promise<Recording>
  close(): Promise<void>
}

export interface RecordingRendererOptions {
  cacheDir: string
  maxCacheBytes?: number
  /** For one render, not counting the wait for those before it. The longest takes 8 s on a free core. */
  timeoutMs?: number
  /** How long the thread is kept after a render. */
  idleMs?: number
}

export function createRecordingRenderer(options: RecordingRendererOptions): RecordingRenderer {
  const { cacheDir, maxCacheBytes = 500_000_000, timeoutMs = 120_000, idleMs = 30_000 } = options
  const cache = createRecordingCache(cacheDir, maxCacheBytes)
  const thread = createRenderThread({ timeoutMs, idleMs })
  const underWay = new Map<string, Promise<Recording>>()

  async function findOrRender(name: string, score: RecordingScore): Promise<Recording> {
    const found = await cache.find(name)
    return found ?? cache.add(name, (file) => thread.run({ score, file }))
  }

  return {
    async render(score) {
      const checked = checkScore(score)
      const name = scoreHash(checked)
      const already = underWay.get(name)
      if (already) return already
      const recording = findOrRender(name, checked).finally(() => underWay.delete(name))
      underWay.set(name, recording)
      return recording
    },
    close: () => thread.close(),
  }
}
