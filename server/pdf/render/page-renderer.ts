import { errorCode } from '#server/platform/startup-error.ts'
import { createWorkerThread, ThreadFailed, ThreadTimeout } from '#server/platform/worker-thread.ts'
import type { RenderAnswer, RenderRequest, RenderWorkerData } from './page.thread.ts'
import type { RenderFault } from './picture-size.ts'

export interface PageRequest {
  /** Identifies the document by its content; the last one used stays open. */
  key: string
  /** Loads its decrypted bytes if it is not open. */
  load(): Promise<ArrayBuffer>
  /** From 1. */
  page: number
  /** Pixels. */
  width: number
  timeoutMs: number
  /** How long it may wait for other pages. */
  patienceMs: number
}

/** Other pages took longer than the allowed wait. */
export class RenderBusy extends Error {
  override name = 'RenderBusy'
}

export type RenderedPage = { ok: true; pages: number; png: Buffer } | { ok: false; fault: RenderFault }

/** One worker thread, started with the first page and ended after a while without work. */
export interface RenderThread {
  /**
   * Renders pages one after the other.
   * @throws RenderBusy; errors of `load`; Error where the thread is closed
   */
  render(request: PageRequest): Promise<RenderedPage>
  /** Ends the thread; running and waiting pages are rejected. */
  close(): Promise<void>
}

export interface ThreadOptions {
  idleMs: number
  /** Bytes of memory for PDFium. */
  maxMemory: number
}

/** Limits the thread's own heap; PDFium's memory is separate. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Any damage to the renderer ends with the thread. */
export function createRenderThread({ idleMs, maxMemory }: ThreadOptions): RenderThread {
  let openKey: string | null = null
  const thread = createWorkerThread<RenderRequest, RenderAnswer>({
    file: new URL('./page.thread.ts', import.meta.url),
    resourceLimits,
    idleMs,
    workerData: { maxMemory } satisfies RenderWorkerData,
    onEnd() {
      openKey = null
    },
  })

  return {
    async render(request) {
      const latest = performance.now() + request.patienceMs
      const { key, page, width } = request
      const drawn = thread.run(async () => {
        if (performance.now() > latest) throw new RenderBusy('too many pages wait')
        const document = openKey === key ? null : await request.load()
        openKey = key
        return {
          task: { document, page, width },
          transfer: document ? [document] : [],
          onAnswer({ ok }) {
            if (!ok) openKey = null
          },
        }
      }, request.timeoutMs)
      const answer = await drawn.catch(toFault)
      return answer.ok ? { ...answer, png: Buffer.from(answer.png.buffer) } : answer
    },
    close: thread.close,
  }
}

/**
 * Maps the thread's failure to a fault of the document that it was drawing. @throws errors unrelated to the document
 */
function toFault(error: unknown): { ok: false; fault: RenderFault } {
  if (error instanceof ThreadTimeout) return { ok: false, fault: 'too_slow' }
  if (!(error instanceof ThreadFailed)) throw error
  const tooLarge =
    error.message === ('too_large' satisfies RenderFault) ||
    errorCode(error.cause) === 'ERR_WORKER_OUT_OF_MEMORY'
  return { ok: false, fault: tooLarge ? 'too_large' : 'damaged' }
}
