import type { ResourceLimits, StructuredSerializeOptions, Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'

export interface WorkerThreadOptions {
  /** Exports `perform`, which answers a task. It runs as it is, types and all. */
  file: URL
  /** Limits the thread's own heap; WebAssembly memory is separate. */
  resourceLimits: ResourceLimits
  /** How long the thread is kept after a task. */
  idleMs: number
  workerData?: unknown
  execArgv?: string[]
  /** Called when the thread has ended, with all its state; may be called again for the same one. */
  onEnd?(): void
}

export interface ThreadTask<Task, Answer> {
  task: Task
  /** Handed over rather than copied. */
  transfer?: Transferable[]
  /** Called before the next task has its turn. */
  onAnswer?(answer: Answer): void
}

/** One worker thread, started with the first task and ended after an idle time. */
export interface WorkerThread<Task, Answer> {
  /**
   * Runs tasks one after the other. A task that fails, takes too long or too much memory ends the thread, because its
   * state is no longer reliable. The next task starts another thread.
   * @param prepare called when it is the task's turn
   * @throws errors of `prepare`, which keep the thread; ThreadTimeout, ThreadFailed, ThreadClosed
   */
  run(prepare: () => Promise<ThreadTask<Task, Answer>>, timeoutMs: number): Promise<Answer>
  /** Ends the thread; the running and waiting tasks are rejected with ThreadClosed. */
  close(): Promise<void>
}

export class ThreadTimeout extends Error {
  override name = 'ThreadTimeout'
}

/** `cause` is the thread's error, with the code `ERR_WORKER_OUT_OF_MEMORY` for too much memory. */
export class ThreadFailed extends Error {
  override name = 'ThreadFailed'
}

export class ThreadClosed extends Error {
  override name = 'ThreadClosed'
}

interface Running {
  pool: Piscina
  /** Aborted when the thread dies without an answer, e.g. before it was ready for the first task. */
  died: AbortSignal
}

/** One number that a worker thread writes and the process reads. */
export const createProgress = (): Float32Array => new Float32Array(new SharedArrayBuffer(4))

export function createWorkerThread<Task, Answer>(options: WorkerThreadOptions): WorkerThread<Task, Answer> {
  const { file, idleMs, onEnd, ...limits } = options
  const closing = new AbortController()
  let running: Running | undefined
  let queue: Promise<unknown> = Promise.resolve()

  function start(): Running {
    const died = new AbortController()
    const pool = new Piscina({
      ...limits,
      filename: file.href,
      name: 'perform',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
    })
    pool.on('error', (error) => died.abort(error))
    pool.on('workerDestroy', () => {
      if (running?.pool === pool) onEnd?.()
    })
    return { pool, died: died.signal }
  }

  async function end(): Promise<void> {
    const ended = running
    running = undefined
    onEnd?.()
    await ended?.pool.destroy()
  }

  async function perform(
    prepare: () => Promise<ThreadTask<Task, Answer>>,
    timeoutMs: number,
  ): Promise<Answer> {
    closing.signal.throwIfAborted()
    const { task, transfer = [], onAnswer } = await prepare()
    closing.signal.throwIfAborted()
    running ??= start()
    const { pool, died } = running
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const signal = AbortSignal.any([closing.signal, died, late])
      // a list: the library's type takes the last of Node's overloads
      const transferList = transfer as unknown as StructuredSerializeOptions
      const answer: Answer = await pool.run(task, { transferList, signal })
      onAnswer?.(answer)
      return answer
    } catch (error) {
      await end()
      closing.signal.throwIfAborted()
      if (late.aborted) throw new ThreadTimeout(`no answer within ${timeoutMs} ms`)
      throw failed(died.aborted ? died.reason : error)
    }
  }

  return {
    run(prepare, timeoutMs) {
      const done = queue.then(() => perform(prepare, timeoutMs))
      queue = done.catch(() => undefined)
      return done
    },
    async close() {
      closing.abort(new ThreadClosed('The server is stopping.'))
      await end()
      await queue
    },
  }
}

function failed(cause: unknown): ThreadFailed {
  return new ThreadFailed(cause instanceof Error ? cause.message : 'the thread failed', { cause })
}
