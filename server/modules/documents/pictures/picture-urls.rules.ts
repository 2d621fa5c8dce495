import type { Ctx } from '#server/ctx.ts'
import { readToken, signToken } from '#server/platform/crypto/token.ts'

/** Lifetime of a picture's address. */
const LIFETIME_MS = 10 * 60 * 1000
/** Addresses made within this time are identical, so that a refreshed screen does not load its pictures again. */
const STEP_MS = 60 * 1000

export type PictureKind = 'document-thumbnail' | 'document-page'

function sign(ctx: Ctx, purpose: PictureKind, id: number): string {
  const made = Math.floor(ctx.now().getTime() / STEP_MS) * STEP_MS
  return signToken(ctx.providers.secret, { purpose, id }, new Date(made + LIFETIME_MS))
}

/** Signed address of a document's thumbnail; null: not rendered. The caller has authorised it. */
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

/** Whether the token was signed for this kind of picture of this document and has not expired. */
export function isValidToken(ctx: Ctx, purpose: PictureKind, documentId: number, token: string): boolean {
  return readToken(ctx.providers.secret, purpose, token, ctx.now()) === documentId
}
