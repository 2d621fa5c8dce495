import { PDFiumModule } from '@hyzyla/pdfium'
import { pictureSize, type RenderFault } from './picture-size.ts'
import type { Pixels } from './png.ts'

export class RenderRefused extends Error {
  readonly fault: RenderFault

  constructor(fault: RenderFault) {
    super(fault)
    this.fault = fault
  }
}

/** PDFium in WebAssembly; one document is open at a time. */
export interface Pdfium {
  /** @returns the number of pages. @throws RenderRefused */
  open(bytes: Uint8Array): number
  /** @param page from 1. @throws RenderRefused */
  render(page: number, width: number): Pixels
}

const PAGE_BYTES = 65_536
const RGBX = 3
const BYTES_PER_PIXEL = 4
/** Annotations are drawn, colours are ordered red, green, blue, and decoded images are not cached for long. */
const FLAGS = 0x01 | 0x10 | 0x200
const FORM_FLAGS = FLAGS & ~0x01
const WHITE = 0xffff_ffff

/** Emscripten first requests more than it needs, then less each time. */
const TRIES = 3

/**
 * Puts all WebAssembly memory of this thread under one limit.
 * @returns whether an allocation failed since the last call: a page drawn meanwhile may lack a part
 */
export function limitMemory(maxBytes: number): () => boolean {
  const { grow } = WebAssembly.Memory.prototype
  let refusals = 0
  let wanting = false
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > maxBytes) {
      refusals += 1
      wanting ||= refusals >= TRIES
      throw new RangeError('memory limit')
    }
    refusals = 0
    return grow.call(this, pages)
  }
  return () => {
    const answer = wanting
    wanting = false
    refusals = 0
    return answer
  }
}

/** Silences PDFium's messages about broken files; its types lack Emscripten's options. */
const silent: Parameters<typeof PDFiumModule>[0] & Record<'print' | 'printErr', () => void> = {
  print: () => undefined,
  printErr: () => undefined,
}

export async function loadPdfium(): Promise<Pdfium> {
  const pdfium = await PDFiumModule(silent)
  pdfium._FPDF_InitLibraryWithConfig({
    version: 2,
    m_pIsolate: null,
    m_pUserFontPaths: null,
    m_v8EmbedderSlot: 0,
    m_pPlatform: null,
  })
  const allocate = (bytes: number): number => {
    const pointer = pdfium.wasmExports.malloc(bytes)
    if (pointer === 0) throw new RenderRefused('too_large')
    return pointer
  }
  let document = { handle: 0, bytes: 0 }
  const close = (): void => {
    if (document.handle) pdfium._FPDF_CloseDocument(document.handle)
    if (document.bytes) pdfium.wasmExports.free(document.bytes)
    document = { handle: 0, bytes: 0 }
  }
  const form = formsOf(pdfium, allocate)
  return {
    open(bytes) {
      close()
      document.bytes = allocate(bytes.length)
      pdfium.HEAPU8.set(bytes, document.bytes)
      document.handle = pdfium._FPDF_LoadMemDocument(document.bytes, bytes.length, 0)
      if (!document.handle) throw new RenderRefused('damaged')
      const pages = pdfium._FPDF_GetPageCount(document.handle)
      if (!(pages > 0)) throw new RenderRefused('no_pages')
      return pages
    },
    render(number, asked) {
      const page = pdfium._FPDF_LoadPage(document.handle, number - 1)
      if (!page) throw new RenderRefused('damaged')
      const { width, height } = pictureSize(
        { width: pdfium._FPDF_GetPageWidth(page), height: pdfium._FPDF_GetPageHeight(page) },
        asked,
      )
      const bytes = width * height * BYTES_PER_PIXEL
      const pointer = allocate(bytes)
      try {
        const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, RGBX, pointer, width * BYTES_PER_PIXEL)
        if (!bitmap) throw new RenderRefused('too_large')
        pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
        pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
        form.draw(document.handle, page, bitmap, { width, height })
        pdfium._FPDFBitmap_Destroy(bitmap)
        // a copy: the memory is reused
        return { width, height, rgbx: pdfium.HEAPU8.slice(pointer, pointer + bytes) }
      } finally {
        pdfium._FPDF_ClosePage(page)
        pdfium.wasmExports.free(pointer)
      }
    },
  }
}

type Module = Awaited<ReturnType<typeof PDFiumModule>>

/** Values in the fields of a form are drawn separately from the page. */
function formsOf(pdfium: Module, allocate: (bytes: number) => number) {
  /** More than the structure has in any version. */
  const BYTES = 256
  /** Version 2 of FPDF_FORMFILLINFO: no call-backs, no scripts. */
  const VERSION = 2
  return {
    draw(
      document: number,
      page: number,
      bitmap: number,
      { width, height }: { width: number; height: number },
    ) {
      const info = allocate(BYTES)
      pdfium.HEAPU8.fill(0, info, info + BYTES)
      pdfium.HEAP32[info >> 2] = VERSION
      const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info)
      if (form) {
        pdfium._FORM_OnAfterLoadPage(page, form)
        pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FORM_FLAGS)
        pdfium._FORM_OnBeforeClosePage(page, form)
        pdfium._FPDFDOC_ExitFormFillEnvironment(form)
      }
      pdfium.wasmExports.free(info)
    },
  }
}
