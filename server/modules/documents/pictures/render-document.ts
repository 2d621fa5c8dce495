import type { Ctx } from '#server/ctx.ts'
import { attachFiles, discardLoose, storeFile } from '#server/modules/vault/vault-files.ts'
import { renderFaultTexts } from '#server/pdf/render/picture-size.ts'
import { findDocument } from '../store.ts'
import { drawPage, THUMBNAIL } from './draw-page.ts'
import { renderDocumentJob } from './render-document.job.ts'
import { findWaiting, recordRendering } from './render-document.store.ts'

/**
 * Counts a document's pages and stores its thumbnail in the vault; a failure is recorded with its reason. Safe to
 * repeat and to run concurrently: only the first result is stored.
 */
export async function renderDocument(ctx: Ctx, { documentId }: { documentId: number }): Promise<void> {
  const document = await findDocument(ctx, documentId)
  if (document?.renderState !== 'waiting') return
  const drawn = await drawPage(ctx, { fileId: document.fileId, page: 1, as: THUMBNAIL })
  if (!drawn.ok) {
    const values = { renderState: 'failed' as const, renderFault: renderFaultTexts[drawn.fault] }
    await ctx.tx((tx) => recordRendering(tx, documentId, values))
    return
  }
  const fileId = await storePicture(ctx, drawn.png)
  try {
    await ctx.tx(async (tx) => {
      const values = { renderState: 'done' as const, pages: drawn.pages, thumbnailFileId: fileId }
      if (await recordRendering(tx, documentId, values)) await attachFiles(tx, [fileId])
    })
  } finally {
    // only effective if the document was deleted meanwhile, or another job recorded its result first
    await discardLoose(ctx, [fileId])
  }
}

async function storePicture(ctx: Ctx, png: Buffer): Promise<number> {
  const stored = await storeFile(ctx, {
    stream: (async function* () {
      yield png
    })(),
    filename: 'page-1.png',
    limit: png.length,
    allowedTypes: ['image/png'],
    own: true,
  })
  if (!stored.ok) throw new Error(`thumbnail refused: ${stored.fault}`)
  return stored.file.id
}

/** The queue retries a killed job only after hours, so its document is found by its age. */
const LOST_AFTER_MS = 5 * 60 * 1000
const BATCH = 200

/** Enqueues the rendering of documents that should have been rendered by now. */
export async function renderWaiting(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - LOST_AFTER_MS)
  for (const documentId of await findWaiting(ctx, { before, limit: BATCH })) {
    await ctx.enqueue(renderDocumentJob, { documentId }, { key: `documents.render:${documentId}` })
  }
}
