import type { Recording as Playable } from '#server/providers/ports/voice.ts'
import { createRecordingCache } from './cache.ts'
import { checkScore, scoreHash } from './check-score.ts'
import { GrowingRecording } from './growing-recording.ts'
import { openRendered } from './open-rendered.ts'
import type { Rendered } from './recording.thread.ts'
import { createRenderThread } from './render-thread.ts'
import type { RecordingScore } from './score.ts'

export interface RecordingRenderer {
  /**
   * The recording of a score as an MP3, from memory or rendered now. The same score gives the same bytes. Throws
   * InvalidScoreError and RecordingRenderError.
   */
  render(score: RecordingScore): Promise<Rendered>
  /**
   * The same to be played: while it is rendered, what is made of it so far. A render that failed is told to one who
   * asks, and the next one who asks has it tried again. Throws InvalidScoreError and RecordingRenderError.
   */
  open(score: RecordingScore): Promise<Playable>
  close(): Promise<void>
}

export interface RecordingRendererOptions {
  maxCacheBytes?: number
  /** How long a recording is kept after its last use: a player asks for one in many parts. */
  keptMs?: number
  /** For one render, not counting the wait for those before it. The longest takes 8 s on a free core. */
  timeoutMs?: number
  /** How long the thread is kept after a render. */
  idleMs?: number
}

const MINUTE_MS = 60_000

export function createRecordingRenderer(options: RecordingRendererOptions = {}): RecordingRenderer {
  const { maxCacheBytes = 64_000_000, keptMs = 15 * MINUTE_MS } = options
  const { timeoutMs = 2 * MINUTE_MS, idleMs = 30_000 } = options
  const cache = createRecordingCache({ maxBytes: maxCacheBytes, keptMs })
  const thread = createRenderThread({ timeoutMs, idleMs })
  const underWay = new Map<string, { recording: Promise<Rendered>; growing: GrowingRecording }>()

  async function render(
    name: string,
    { score, growing }: { score: RecordingScore; growing: GrowingRecording },
  ): Promise<Rendered> {
    const rendered = await thread.run({ score }, (part) => growing.add(part))
    cache.add(name, rendered)
    return rendered
  }

  function start(name: string, score: RecordingScore) {
    const growing = new GrowingRecording(name, score)
    const recording = render(name, { score, growing })
    underWay.set(name, { recording, growing })
    recording.then(
      () => underWay.delete(name),
      (error: Error) => growing.fail(error), // RecordingRenderError
    )
    return { recording, growing }
  }

  /** What is under way, rendered before, or begun now; a failure is told once. */
  function find(score: RecordingScore) {
    const checked = checkScore(score)
    const name = scoreHash(checked)
    const cached = underWay.has(name) ? undefined : cache.find(name)
    if (cached) return { name, cached }
    const begun = underWay.get(name) ?? start(name, checked)
    if (begun.growing.failure) underWay.delete(name)
    return { name, begun }
  }

  return {
    async render(score) {
      const { name, cached, begun } = find(score)
      if (cached) return cached
      try {
        return await begun.recording
      } catch (error) {
        underWay.delete(name)
        throw error
      }
    },
    async open(score) {
      const { name, cached, begun } = find(score)
      if (cached) return openRendered(cached, name)
      if (begun.growing.failure) throw begun.growing.failure
      return begun.growing
    },
    async close() {
      await thread.close()
      cache.clear()
    },
  }
}
