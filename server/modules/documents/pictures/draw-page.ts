import type { Ctx } from '#server/ctx.ts'
import { describeFile, openFile } from '#server/modules/vault/vault-files.ts'
import {
  createRenderThread,
  RenderBusy,
  type RenderedPage,
  type RenderThread,
} from '#server/pdf/render/page-renderer.ts'
import { AppError } from '#server/platform/errors.ts'
import { PageCache } from './page-cache.ts'

const MEGABYTE = 1024 * 1024
const IDLE_MS = 30_000
/** Memory of PDFium for the largest document and its largest picture. */
const MAX_MEMORY = 144 * MEGABYTE
const MAX_CACHED = 48 * MEGABYTE

export const THUMBNAIL = { width: 320, timeoutMs: 8000, patienceMs: 600_000 }
/** Both times together stay below a request's timeout. */
export const PAGE = { width: 1200, timeoutMs: 5000, patienceMs: 8000 }

/** One thread and one cache per process; the cache is keyed by content, so all users can share it. */
const cache = new PageCache(MAX_CACHED)
let thread: RenderThread | null = null
let users = 0

/** Keeps the thread until the last app of this process is closed. */
export function holdDrawing(): { close(): Promise<void> } {
  users += 1
  return {
    async close() {
      users -= 1
      if (users > 0) return
      const closing = thread
      thread = null
      cache.clear()
      await closing?.close()
    },
  }
}

export interface PageRequest {
  fileId: number
  /** From 1. */
  page: number
  as: typeof PAGE
}

/**
 * Renders a page on demand, in memory only: nothing is written to disk.
 * @throws AppError not_found, unavailable
 */
export async function drawPage(ctx: Ctx, { fileId, page, as }: PageRequest): Promise<RenderedPage> {
  const { sha256: key } = await describeFile(ctx, fileId)
  const name = `${key}:${page}:${as.width}`
  const cached = cache.get(slow(key)) ?? cache.get(name)
  if (cached) return cached
  thread ??= createRenderThread({ idleMs: IDLE_MS, maxMemory: MAX_MEMORY })
  try {
    const { timeoutMs, patienceMs, width } = as
    const load = (): Promise<ArrayBuffer> => readIntoMemory(ctx, fileId)
    const drawn = await thread.render({ key, load, page, width, timeoutMs, patienceMs })
    cache.set(name, drawn)
    // other pages of this document would block the thread just as long
    if (!drawn.ok && drawn.fault === 'too_slow') cache.set(slow(key), drawn)
    return drawn
  } catch (error) {
    if (!(error instanceof RenderBusy)) throw error
    throw new AppError('unavailable', 'Many pages are being prepared right now. Try again in a moment.', {
      retryAfter: 5,
    })
  }
}

const slow = (key: string): string => `${key}:slow`

/** Reads the entire file, because PDFium needs random access. */
async function readIntoMemory(ctx: Ctx, fileId: number): Promise<ArrayBuffer> {
  const { stream, bytes } = await openFile(ctx, fileId)
  const content = new Uint8Array(bytes)
  let at = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    content.set(chunk, at)
    at += chunk.length
  }
  return content.buffer
}
