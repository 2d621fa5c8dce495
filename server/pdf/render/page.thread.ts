import { workerData } from 'node:worker_threads'
import { limitMemory, loadPdfium, type Pdfium, RenderRefused } from './pdfium.ts'
import type { RenderFault } from './picture-size.ts'
import { encodePng } from './png.ts'

export interface RenderWorkerData {
  /** Bytes of memory for PDFium, the document included. */
  maxMemory: number
}

/** A page of a document, with the document's bytes unless it is open. */
export interface RenderRequest {
  document: ArrayBuffer | null
  /** From 1. */
  page: number
  /** Pixels. */
  width: number
}

export type RenderAnswer =
  | { ok: true; pages: number; png: Uint8Array<ArrayBuffer> }
  | { ok: false; fault: RenderFault }

const { maxMemory } = workerData as RenderWorkerData // page-renderer.ts is the only one to start this
const wantedMemory = limitMemory(maxMemory)
let pdfium: Pdfium | undefined
let pages = 0

/** @throws if PDFium's state can no longer be trusted: 'too_large', or after a trap */
export async function perform({ document, page, width }: RenderRequest): Promise<RenderAnswer> {
  pdfium ??= await loadPdfium()
  // resets the flag of the document before
  wantedMemory()
  try {
    if (document) pages = pdfium.open(new Uint8Array(document))
    const png = Uint8Array.from(encodePng(pdfium.render(page, width)))
    if (!wantedMemory()) return { ok: true, pages, png }
  } catch (error) {
    if (error instanceof RenderRefused) return { ok: false, fault: error.fault }
    // a trap, or an abort for lack of memory
    if (!wantedMemory()) throw error
  }
  throw new Error('too_large' satisfies RenderFault)
}
