import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RenderedFile, RenderJob, RenderWorkerData } from './render-worker.ts'

export class RecordingRenderError extends Error {
  override name = 'RecordingRenderError'
}

/** One worker thread, started with the first job and ended when nothing was asked of it for a while. */
export interface RenderThread {
  /** Jobs are done one after the other. Throws RecordingRenderError. */
  run(job: RenderJob): Promise<RenderedFile>
  /** Ends the thread; what is under way or waiting is rejected. */
  close(): Promise<void>
}

/** The thread's own heap. Synthesiser and encoder have theirs besides it, 60 MB for a call of any length. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

export function createRenderThread(options: { timeoutMs: number; idleMs: number }): RenderThread {
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  async function stop(): Promise<void> {
    clearTimeout(idleTimer)
    const stopped = worker
    worker = undefined
    await stopped?.terminate()
  }

  async function perform(job: RenderJob): Promise<RenderedFile> {
    clearTimeout(idleTimer)
    if (closed) throw stopping()
    worker ??= await startWorker()
    try {
      if (closed) throw stopping()
      worker.ref()
      const file = await ask(worker, job, options.timeoutMs)
      // Only a render under way keeps the process running.
      worker?.unref()
      idleTimer = setTimeout(stop, options.idleMs).unref()
      return file
    } catch (error) {
      await stop()
      throw closed ? stopping() : error
    }
  }

  return {
    run(job) {
      const done = queue.then(() => perform(job))
      queue = done.catch(() => undefined)
      return done
    },
    async close() {
      closed = true
      await stop()
      await queue
    },
  }
}

function stopping(): RecordingRenderError {
  return new RecordingRenderError('The recording was not rendered because the server is stopping. Try again.')
}

async function startWorker(): Promise<Worker> {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'recording-'))
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    name: 'recording',
    workerData: { scratchFolder } satisfies RenderWorkerData,
    resourceLimits,
    // node:wasi announces on every start that it is experimental.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  // Whoever waits for a job hears of an error; without a listener one between jobs would end the process.
  worker.on('error', () => undefined)
  // What cannot be removed is a small file in the system's folder for such files.
  worker.once('exit', () => rm(scratchFolder, { recursive: true, force: true }).catch(() => undefined))
  return worker
}

async function ask(worker: Worker, job: RenderJob, timeoutMs: number): Promise<RenderedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedFile>()
  const fail = (reason: string, cause?: unknown) => reject(new RecordingRenderError(reason, { cause }))
  const onError = (error: Error) => fail(`The recording could not be rendered: ${error.message}`, error)
  const onExit = () => fail('The recording could not be rendered: its thread ended. Try again.')
  const timer = setTimeout(() => {
    fail(`Rendering the recording took longer than ${timeoutMs / 1_000} s and was stopped. Try again.`)
  }, timeoutMs)
  worker.on('message', resolve).on('error', onError).on('exit', onExit)
  try {
    worker.postMessage(job)
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
  }
}
