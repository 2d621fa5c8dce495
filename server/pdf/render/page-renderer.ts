import { Worker } from 'node:worker_threads'
import type { RenderAnswer, RenderRequest, RenderWorkerData } from './page.thread.ts'
import type { RenderFault } from './picture-size.ts'

export interface PageRequest {
  /** The document by its content; the one asked for last stays open. */
  key: string
  /** Its plain bytes, where it is not open. */
  load(): Promise<ArrayBuffer>
  /** From 1. */
  page: number
  /** Pixels. */
  width: number
  timeoutMs: number
  /** How long it may wait for others. */
  patienceMs: number
}

/** Others are in front for longer than somebody waits. */
export class RenderBusy extends Error {
  override name = 'RenderBusy'
}

export type RenderedPage = { ok: true; pages: number; png: Buffer } | { ok: false; fault: RenderFault }

/** One worker thread, started with the first page and ended when nothing was asked of it for a while. */
export interface RenderThread {
  /**
   * Pages are drawn one after the other.
   * @throws RenderBusy; what `load` throws; Error where the thread is closed
   */
  render(request: PageRequest): Promise<RenderedPage>
  /** Ends the thread; what is under way or waiting is rejected. */
  close(): Promise<void>
}

export interface ThreadOptions {
  idleMs: number
  /** Bytes that PDFium may have. */
  maxMemory: number
}

/** The thread's own heap; PDFium has its memory beside it. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** What a file does to the program that draws it ends with the thread. */
export function createRenderThread({ idleMs, maxMemory }: ThreadOptions): RenderThread {
  let worker: Worker | undefined
  let openKey: string | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false

  async function stop(): Promise<void> {
    clearTimeout(idleTimer)
    const stopped = worker
    worker = undefined
    openKey = null
    await stopped?.terminate()
  }

  function start(): Worker {
    const started = new Worker(new URL('./page.thread.ts', import.meta.url), {
      name: 'documents',
      workerData: { maxMemory } satisfies RenderWorkerData,
      resourceLimits,
      // PDFium talks about broken files
      stdout: true,
      stderr: true,
    })
    started.stdout.resume()
    started.stderr.resume()
    // whoever waits for a page hears of an error; without a listener one between pages would end the process
    started.on('error', () => undefined)
    return started
  }

  async function perform({ key, load, page, width, timeoutMs }: PageRequest): Promise<RenderedPage> {
    clearTimeout(idleTimer)
    if (closed) throw stopping()
    const document = openKey === key ? null : await load()
    if (closed) throw stopping()
    worker ??= start()
    // only a page under way keeps the process running
    worker.ref()
    openKey = key
    const answer = await ask(worker, { document, page, width }, timeoutMs)
    if (closed) throw stopping()
    if (!answer.ok && answer.broken) await stop()
    if (!answer.ok) {
      openKey = null
      rest()
      return { ok: false, fault: answer.fault }
    }
    rest()
    return { ok: true, pages: answer.pages, png: Buffer.from(answer.png.buffer) }
  }

  function rest(): void {
    worker?.unref()
    idleTimer = setTimeout(stop, idleMs).unref()
  }

  return {
    render(request) {
      const latest = performance.now() + request.patienceMs
      const done = queue.then(() => {
        if (performance.now() > latest) throw new RenderBusy('too many pages wait')
        return perform(request)
      })
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

const stopping = (): Error => new Error('The server is stopping.')

async function ask(worker: Worker, request: RenderRequest, timeoutMs: number): Promise<RenderAnswer> {
  const { promise, resolve } = Promise.withResolvers<RenderAnswer>()
  const broke = (fault: RenderFault) => resolve({ ok: false, fault, broken: true })
  const onError = (error: Error & { code?: string }) =>
    broke(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'damaged')
  const onExit = () => broke('damaged')
  const timer = setTimeout(() => broke('too_slow'), timeoutMs)
  worker.on('message', resolve).on('error', onError).on('exit', onExit)
  try {
    worker.postMessage(request, request.document ? [request.document] : [])
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
  }
}
