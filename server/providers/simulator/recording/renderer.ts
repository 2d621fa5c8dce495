import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgress, createWorkerThread } from '#server/platform/worker-thread.ts'
import { recordingFrom } from '#server/providers/live/audio.ts'
import type { Recording } from '#server/providers/ports/voice.ts'
import type { Rendered, RenderTask } from './recording.thread.ts'
import type { RecordingScore } from './score.ts'

export interface RecordingRenderer {
  /**
   * Renders a score as MP3; renderings run one after the other in a worker thread. The same score gives the same bytes.
   * @param progress receives the fraction done, below 1
   * @throws ThreadTimeout, ThreadFailed, ThreadClosed
   */
  render(score: RecordingScore, progress?: Float32Array): Promise<Recording>
  /** Ends the thread and rejects all renderings that are not finished. */
  close(): Promise<void>
}

export interface RecordingRendererOptions {
  /** For one rendering, without its time in the queue. The longest takes 8 s on a free core. */
  timeoutMs?: number
  /** How long the thread is kept after a rendering. */
  idleMs?: number
}

/** The thread's own heap. WebAssembly and samples take 100 MB for the longest recording. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

export function createRecordingRenderer(options: RecordingRendererOptions = {}): RecordingRenderer {
  const { timeoutMs = 2 * 60_000, idleMs = 30_000 } = options
  let scratchFolder: string | undefined
  const thread = createWorkerThread<RenderTask, Rendered>({
    file: new URL('./recording.thread.ts', import.meta.url),
    resourceLimits,
    idleMs,
    // node:wasi prints a warning on every start
    execArgv: ['--disable-warning=ExperimentalWarning'],
    onEnd() {
      const ended = scratchFolder
      scratchFolder = undefined
      if (ended) rm(ended, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
    },
  })
  return {
    async render(score, progress = createProgress()) {
      const { mp3, waveform } = await thread.run(async () => {
        scratchFolder ??= await mkdtemp(join(tmpdir(), 'recording-'))
        return { task: { score, scratchFolder, progress } }
      }, timeoutMs)
      return { ...recordingFrom(Buffer.from(mp3), { agent: 0 }), waveform: async () => waveform }
    },
    close: thread.close,
  }
}
