import type { Recording as Playable } from '#server/providers/ports/voice.ts'
import { createRecordingCache, type Recording } from './cache.ts'
import { checkScore, scoreHash } from './check-score.ts'
import { GrowingRecording } from './growing-recording.ts'
import { openRendered } from './open-rendered.ts'
import { createRenderThread } from './render-thread.ts'
import type { RecordingScore } from './score.ts'

export interface RecordingRenderer {
  /**
   * The recording of a score as an MP3 file, from the cache or rendered now. The same score gives the same bytes.
   * Open the file soon: a full cache removes what was used longest ago. Throws InvalidScoreError and
   * RecordingRenderError.
   */
  render(score: RecordingScore): Promise<Recording>
  /**
   * The same to be played: while it is rendered, what is made of it so far. A render that failed is told to one who
   * asks, and the next one who asks has it tried again. Throws InvalidScoreError and RecordingRenderError.
   */
  open(score: RecordingScore): Promise<Playable>
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
  const underWay = new Map<string, { recording: Promise<Recording>; growing: GrowingRecording }>()

  function start(name: string, score: RecordingScore) {
    const growing = new GrowingRecording(name, score)
    const recording = cache.add(name, (file) => thread.run({ score, file }, (part) => growing.add(part)))
    underWay.set(name, { recording, growing })
    recording.then(
      () => underWay.delete(name),
      (error: Error) => growing.fail(error), // RecordingRenderError, or the disk's
    )
    return { recording, growing }
  }

  /** What is under way, rendered before, or begun now; a failure is told once. */
  async function find(score: RecordingScore) {
    const checked = checkScore(score)
    const name = scoreHash(checked)
    const cached = underWay.has(name) ? undefined : await cache.find(name)
    if (cached) return { name, cached }
    const begun = underWay.get(name) ?? start(name, checked)
    if (begun.growing.failure) underWay.delete(name)
    return { name, begun }
  }

  return {
    async render(score) {
      const { name, cached, begun } = await find(score)
      if (cached) return cached
      try {
        return await begun.recording
      } catch (error) {
        underWay.delete(name)
        throw error
      }
    },
    async open(score) {
      const { name, cached, begun } = await find(score)
      if (cached) return openRendered(cached, name)
      if (begun.growing.failure) throw begun.growing.failure
      return begun.growing
    },
    close: () => thread.close(),
  }
}
