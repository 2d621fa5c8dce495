import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { rejectsLayout } from '#server/input/tables/rejects-columns.ts'
import { sendRejectedRows } from '#server/modules/brokers/imports/rejected-rows.reply.ts'
import { notFound } from '#server/platform/errors.ts'
import { findImport } from './loan-imports.store.ts'
import { longestRejected, rejectedAfter } from './loan-imports.views.ts'

const PAGE = 1000

/** The rejected rows of a file of loans. @throws AppError not_found */
export async function sendRejectedLoans(
  ctx: Ctx,
  importId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await findImport(ctx, importId)
  if (!found) throw notFound('Import')
  return sendRejectedRows(reply, {
    name: `rejected-loans-${importId}.csv`,
    // as the upload wrote them
    layout: rejectsLayout(found.columns as string[], await longestRejected(ctx, importId)),
    rows: streamRejected(ctx, importId),
  })
}

async function* streamRejected(ctx: Ctx, importId: number) {
  for (let row = 0; ; ) {
    const rows = await rejectedAfter(ctx, { importId, row, limit: PAGE })
    yield* rows
    if (rows.length < PAGE) return
    row = rows.at(-1)?.row ?? row
  }
}
