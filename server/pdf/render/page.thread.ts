import { parentPort, workerData } from 'node:worker_threads'
import { limitMemory, loadPdfium, RenderRefused } from './pdfium.ts'
import type { RenderFault } from './picture-size.ts'
import { encodePng } from './png.ts'

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
const wantedMemory = limitMemory(maxMemory)
const pdfium = await loadPdfium()
let pages = 0

function answer({ document, page, width }: RenderRequest): RenderAnswer {
  // whatever the one before has wanted
  wantedMemory()
  try {
    if (document) pages = pdfium.open(new Uint8Array(document))
    const png = Uint8Array.from(encodePng(pdfium.render(page, width)))
    return wantedMemory() ? { ok: false, fault: 'too_large', broken: true } : { ok: true, pages, png }
  } catch (error) {
    if (error instanceof RenderRefused) return { ok: false, fault: error.fault, broken: false }
    // a trap, or an abort for want of memory
    return { ok: false, fault: wantedMemory() ? 'too_large' : 'damaged', broken: true }
  }
}

port.on('message', (request: RenderRequest) => {
  const reply = answer(request)
  port.postMessage(reply, reply.ok ? [reply.png.buffer] : [])
})
