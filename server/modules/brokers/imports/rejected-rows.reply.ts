import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { type RejectsLayout, rejectsLayout } from '#server/input/tables/rejects-columns.ts'
import { notFound } from '#server/platform/errors.ts'
import { type CsvCell, inPages, sendCsv } from '#server/platform/http/csv.ts'
import { findImport } from './imports.store.ts'
import { longestRejected, type RejectedRow, streamRejected } from './imports.views.ts'

/** The rejected rows of a file of brokers. @throws AppError not_found */
export async function sendRejects(ctx: Ctx, importId: number, reply: FastifyReply): Promise<FastifyReply> {
  const row = await findImport(ctx, importId)
  if (!row) throw notFound('Import')
  const columns = row.columns as string[] // as written by the upload
  return sendRejectedRows(reply, {
    name: `rejected-rows-${importId}.csv`,
    layout: rejectsLayout(columns, await longestRejected(ctx, importId)),
    rows: streamRejected(ctx, importId),
  })
}

/** Sends rejected rows, one line each. The corrected file can be uploaded as it is. */
export function sendRejectedRows(
  reply: FastifyReply,
  { name, layout, rows }: { name: string; layout: RejectsLayout; rows: AsyncIterable<RejectedRow> },
): Promise<FastifyReply> {
  return sendCsv(reply, { name, header: layout.header, pages: inPages(lines(rows, layout)) })
}

async function* lines(
  rejected: AsyncIterable<RejectedRow>,
  layout: RejectsLayout,
): AsyncGenerator<CsvCell[]> {
  for await (const { row, cells, problems } of rejected) {
    const joined = (part: 'column' | 'value' | 'reason') => problems.map((one) => one[part]).join('; ')
    yield layout.line(cells, {
      row,
      column: joined('column'),
      value: joined('value'),
      reason: joined('reason'),
    })
  }
}
