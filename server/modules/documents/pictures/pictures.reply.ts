import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { MAX_PREVIEW_PAGES } from '#contract/documents/document-pictures.ts'
import type { Ctx } from '#server/ctx.ts'
import { openFile } from '#server/modules/vault/vault-files.ts'
import { renderFaultTexts } from '#server/pdf/render/picture-size.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { findDocument } from '../store.ts'
import { drawPage, PAGE } from './draw-page.ts'
import { isValidToken, type PictureKind } from './picture-urls.rules.ts'

const LOCKED = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** @throws AppError not_signed_in without a token, forbidden with an invalid one */
function requireSignature(ctx: Ctx, kind: PictureKind, id: number, token: string | undefined): void {
  if (!token)
    throw new AppError('not_signed_in', 'Page images open only from their document. Open the document first.')
  if (!isValidToken(ctx, kind, id, token)) {
    throw new AppError('forbidden', 'The link to this page image has expired. Open the document again.')
  }
}

/** Sends the stored picture of a document's first page. @throws AppError */
export async function sendThumbnail(
  ctx: Ctx,
  { id, token }: { id: number; token: string | undefined },
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireSignature(ctx, 'document-thumbnail', id, token)
  const document = await findDocument(ctx, id)
  if (!document?.thumbnailFileId) throw notFound('Picture')
  const { stream, bytes } = await openFile(ctx, document.thumbnailFileId)
  return send(reply, stream, bytes)
}

/** Renders and sends the picture of one page. @throws AppError */
export async function sendPage(
  ctx: Ctx,
  { id, page, token }: { id: number; page: number; token: string | undefined },
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireSignature(ctx, 'document-page', id, token)
  const document = await findDocument(ctx, id)
  const pages = document?.renderState === 'done' ? (document.pages ?? 0) : 0
  if (!document || page > Math.min(pages, MAX_PREVIEW_PAGES)) throw notFound('Page')
  const drawn = await drawPage(ctx, { fileId: document.fileId, page, as: PAGE })
  if (!drawn.ok) throw new AppError('not_found', renderFaultTexts[drawn.fault])
  return send(reply, drawn.png, drawn.png.length)
}

/** Sends a picture that neither proxies nor the browser may cache. */
function send(reply: FastifyReply, picture: Readable | Buffer, bytes: number): FastifyReply {
  return reply
    .type('image/png')
    .headers({
      'content-length': bytes,
      'content-disposition': 'inline',
      'content-security-policy': LOCKED,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(picture)
}
