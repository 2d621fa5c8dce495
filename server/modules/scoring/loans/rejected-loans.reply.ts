import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { sendRejectedRows } from '#server/modules/brokers/imports/rejected-rows.reply.ts'
import { findImport } from './loan-imports.store.ts'
import { longestRejected, rejectedAfter } from './loan-imports.views.ts'

/** The rejected rows of a file of loans. @throws AppError not_found */
export async function sendRejectedLoans(
  ctx: Ctx,
  importId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendRejectedRows(reply, {
    name: `rejected-loans-${importId}.csv`,
    file: await findImport(ctx, importId),
    longest: await longestRejected(ctx, importId),
    read: (page) => rejectedAfter(ctx, { importId, ...page }),
  })
}
