import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { errorLine } from '#server/platform/startup-error.ts'
import { createWorkerThread, ThreadClosed, ThreadTimeout } from '#server/platform/worker-thread.ts'
import type { Rendered, RenderedPart, RenderJob, RenderTask } from './recording.thread.ts'

export class RecordingRenderError extends Error {
  override name = 'RecordingRenderError'
}

/** One worker thread, started with the first job and ended when nothing was asked of it for a while. */
export interface RenderThread {
  /** Jobs are done one after the other, their parts told as they are made. Throws RecordingRenderError. */
  run(job: RenderJob, onPart: (part: RenderedPart) => void): Promise<Rendered>
  /** Ends the thread; what is under way or waiting is rejected. */
  close(): Promise<void>
}

/** The thread's own heap. Synthesiser and encoder have theirs besides it, 60 MB for a call of any length. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

export function createRenderThread(options: { timeoutMs: number; idleMs: number }): RenderThread {
  const { timeoutMs, idleMs } = options
  let scratchFolder: string | undefined
  const thread = createWorkerThread<RenderTask, Rendered>({
    file: new URL('./recording.thread.ts', import.meta.url),
    resourceLimits,
    idleMs,
    // node:wasi announces on every start that it is experimental.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    onEnd() {
      const ended = scratchFolder
      scratchFolder = undefined
      // What cannot be removed is a small file in the system's folder for such files.
      if (ended) rm(ended, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
    },
  })

  return {
    async run(job, onPart) {
      const { port1, port2 } = new MessageChannel()
      port1.on('message', onPart)
      try {
        return await thread.run(async () => {
          scratchFolder ??= await mkdtemp(join(tmpdir(), 'recording-'))
          return { task: { ...job, scratchFolder, port: port2 }, transfer: [port2] }
        }, timeoutMs)
      } catch (error) {
        port1.close()
        throw new RecordingRenderError(reasonOf(error, timeoutMs), { cause: error })
      }
    },
    close: thread.close,
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof ThreadClosed)
    return 'The recording was not rendered because the server is stopping. Try again.'
  if (error instanceof ThreadTimeout)
    return `Rendering the recording took longer than ${timeoutMs / 1_000} s and was stopped. Try again.`
  return `The recording could not be rendered: ${errorLine(error)}`
}
