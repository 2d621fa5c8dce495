import type { Ctx } from '#server/ctx.ts'
import { readToken, signToken } from '#server/platform/crypto/token.ts'

/** How long the address of a picture opens it. */
const OPEN_MS = 10 * 60 * 1000
/** Addresses made within this time are the same, so that a screen that asks again does not load pictures again. */
const STEP_MS = 60 * 1000

export type PictureKind = 'document-thumbnail' | 'document-page'

function sign(ctx: Ctx, purpose: PictureKind, id: number): string {
  const made = Math.floor(ctx.now().getTime() / STEP_MS) * STEP_MS
  return signToken(ctx.providers.secret, { purpose, id }, new Date(made + OPEN_MS))
}

/** Signed address of the picture of a document's first page, for whoever may see it; null while there is none. */
export function thumbnailUrlOf(
  ctx: Ctx,
  document: { id: number; thumbnailFileId: number | null },
): string | null {
  if (document.thumbnailFileId === null) return null
  return `/api/broker/documents/${document.id}/thumbnail?token=${sign(ctx, 'document-thumbnail', document.id)}`
}

/** Signed addresses of the pictures of the first `pages` pages. */
export function pageUrlsOf(ctx: Ctx, documentId: number, pages: number): string[] {
  const token = sign(ctx, 'document-page', documentId)
  return Array.from(
    { length: pages },
    (_, index) => `/api/documents/${documentId}/pages/${index + 1}?token=${token}`,
  )
}

/** True where the signature was made for this picture of this document, and has not ended. */
export function opens(ctx: Ctx, purpose: PictureKind, documentId: number, token: string): boolean {
  return readToken(ctx.providers.secret, purpose, token, ctx.now()) === documentId
}
