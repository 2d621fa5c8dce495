import { parentPort, workerData } from 'node:worker_threads'
import { limitMemory, loadPdfium, RenderRefused } from './pdfium.ts'
import { encodePng } from './png.ts'
import type { RenderFault } from './rules.ts'

export interface RenderWorkerData {
  /** Of everything that PDFium needs, the document included. */
  maxMemory: number
}

/** A page of a document; with its bytes where it is not the one that is open. */
export interface RenderRequest {
  document: ArrayBuffer | null
  /** From 1. */
  page: number
  /** Pixels. */
  width: number
}

export type RenderAnswer =
  | { ok: true; pages: number; png: Uint8Array<ArrayBuffer> }
  | {
      ok: false
      fault: RenderFault
      /** PDFium's state is not to be trusted any more. */
      broken: boolean
    }

if (parentPort === null) throw new Error('render-worker.ts runs in a worker thread only; use thread.ts')
const port = parentPort
const { maxMemory } = workerData as RenderWorkerData // thread.ts is the only one to start this
limitMemory(maxMemory)
const pdfium = await loadPdfium()
let pages = 0

function answer({ document, page, width }: RenderRequest): RenderAnswer {
  try {
    if (document) pages = pdfium.open(new Uint8Array(document))
    return { ok: true, pages, png: Uint8Array.from(encodePng(pdfium.render(page, width))) }
  } catch (error) {
    if (error instanceof RenderRefused) return { ok: false, fault: error.fault, broken: false }
    // out of memory, or a trap: WebAssembly knows no other ends
    const fault = isMemory(error) ? 'too_large' : 'damaged'
    return { ok: false, fault, broken: true }
  }
}

/** As Emscripten and V8 say it. */
function isMemory(error: unknown): boolean {
  return error instanceof Error && /memory|OOM|allocat/i.test(error.message)
}

port.on('message', (request: RenderRequest) => {
  const reply = answer(request)
  port.postMessage(reply, reply.ok ? [reply.png.buffer] : [])
})
