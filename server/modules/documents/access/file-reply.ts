import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { sendDocument } from '../file-reply.ts'
import { findDocument } from '../store.ts'

/** Sends any broker's document to a reviewer. @throws AppError forbidden, not_found, unavailable */
export async function sendToReviewer(ctx: Ctx, id: number, reply: FastifyReply): Promise<FastifyReply> {
  authorise(ctx, 'documents.read')
  const document = await findDocument(ctx, id)
  if (!document) throw notFound('Document')
  return sendDocument(ctx, document, reply)
}
