import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { type OpenedFile, openNoted } from '#server/modules/vault/vault-files.ts'
import { notFound } from '#server/platform/errors.ts'
import { disposition } from '#server/platform/http/disposition.ts'
import { type DocumentRow, findDocument } from './store.ts'

/** Files are untrusted: nothing in them may run, or load anything of ours. */
const LOCKED = "default-src 'none'; frame-ancestors 'none'; sandbox"

type Sent = Pick<DocumentRow, 'id' | 'brokerId' | 'documentTypeId' | 'version' | 'fileId'>

/**
 * Sends a document under its original filename, decrypted as a stream, and records the download in the access log.
 * The caller has authorised it. @throws AppError not_found, unavailable
 */
export async function sendDocument(ctx: Ctx, document: Sent, reply: FastifyReply): Promise<FastifyReply> {
  const file = await openNoted(ctx, document.fileId, (opened) => noteDownload(ctx, document, opened))
  return reply
    .type(file.mediaType)
    .headers({
      'content-length': file.bytes,
      'content-disposition': disposition('attachment', file.filename),
      'content-security-policy': LOCKED,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(file.stream)
}

async function noteDownload(ctx: Ctx, document: Sent, file: OpenedFile): Promise<void> {
  const type = await ctx.db
    .selectFrom('documentTypes')
    .select('name')
    .where('id', '=', document.documentTypeId)
    .executeTakeFirst()
  await audit(ctx, {
    action: 'document.downloaded',
    subjectType: 'document',
    subjectId: document.id,
    after: {
      brokerId: document.brokerId,
      typeName: type?.name,
      version: document.version,
      filename: file.filename,
    },
  })
}

/** Sends any broker's document to a reviewer. @throws AppError forbidden, not_found, unavailable */
export async function sendToReviewer(ctx: Ctx, id: number, reply: FastifyReply): Promise<FastifyReply> {
  authorise(ctx, 'documents.read')
  const document = await findDocument(ctx, id)
  if (!document) throw notFound('Document')
  return sendDocument(ctx, document, reply)
}
