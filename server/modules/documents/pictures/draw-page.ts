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
/** Of PDFium with a document of the largest size and its largest picture. */
const MAX_MEMORY = 144 * MEGABYTE
const MAX_CACHED = 48 * MEGABYTE

export const THUMBNAIL = { width: 320, timeoutMs: 8000, patienceMs: 600_000 }
/** Together below what a request may take. */
export const PAGE = { width: 1200, timeoutMs: 5000, patienceMs: 8000 }

/** One thread and one cache in a process: what they keep is the same for everybody, by content. */
const cache = new PageCache(MAX_CACHED)
let thread: RenderThread | null = null
let users = 0

/** Keeps the thread as long as an app of this process lives. */
export function holdDrawing(): { close(): Promise<void> } {
  users += 1
  return {
    async close() {
      users -= 1
      if (users > 0) return
      const ended = thread
      thread = null
      cache.clear()
      await ended?.close()
    },
  }
}

export interface PageAsked {
  fileId: number
  /** From 1. */
  page: number
  as: typeof PAGE
}

/**
 * The picture of a page, drawn when it is asked for; nothing of it touches a disk.
 * @throws AppError not_found, unavailable
 */
export async function drawPage(ctx: Ctx, { fileId, page, as }: PageAsked): Promise<RenderedPage> {
  const { sha256: key } = await describeFile(ctx, fileId)
  const name = `${key}:${page}:${as.width}`
  const known = cache.get(slow(key)) ?? cache.get(name)
  if (known) return known
  thread ??= createRenderThread({ idleMs: IDLE_MS, maxMemory: MAX_MEMORY })
  try {
    const { timeoutMs, patienceMs, width } = as
    const load = (): Promise<ArrayBuffer> => readWhole(ctx, fileId)
    const drawn = await thread.render({ key, load, page, width, timeoutMs, patienceMs })
    cache.set(name, drawn)
    // the other pages of such a document would keep everybody waiting as long
    if (!drawn.ok && drawn.fault === 'too_slow') cache.set(slow(key), drawn)
    return drawn
  } catch (error) {
    if (!(error instanceof RenderBusy)) throw error
    throw new AppError('unavailable', 'Many pages are being drawn right now. Try again in a moment.', {
      retryAfter: 5,
    })
  }
}

const slow = (key: string): string => `${key}:slow`

/** Whole in memory, for PDFium asks for any part of it at any time. */
async function readWhole(ctx: Ctx, fileId: number): Promise<ArrayBuffer> {
  const { stream, bytes } = await openFile(ctx, fileId)
  const whole = new Uint8Array(bytes)
  let at = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole.buffer
}
