import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { MAX_PREVIEW_PAGES } from '#contract/document-pictures.ts'
import type { Ctx } from '#server/ctx.ts'
import { openFile } from '#server/modules/vault/vault-files.ts'
import { renderFaultTexts } from '#server/pdf/render/picture-size.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { findDocument } from '../store.ts'
import { drawPage, PAGE } from './draw-page.ts'
import { opens, type PictureKind } from './picture-urls.rules.ts'

const LOCKED = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** @throws AppError not_signed_in without a signature, forbidden with one that does not open this */
function requireSignature(ctx: Ctx, kind: PictureKind, id: number, token: string | undefined): void {
  if (!token)
    throw new AppError('not_signed_in', 'This page image opens from its document only. Open it there.')
  if (!opens(ctx, kind, id, token)) {
    throw new AppError('forbidden', 'The address of this page image has expired. Open the document again.')
  }
}

/** The picture of a document's first page, as it is kept. @throws AppError */
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

/** The picture of one page, drawn now. @throws AppError */
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

/** Never kept by anybody on the way, nor in the browser. */
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
