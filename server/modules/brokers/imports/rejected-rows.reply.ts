import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { type CsvCell, inPages, sendCsv } from '#server/platform/http/csv.ts'
import { findImport } from './imports.store.ts'
import { type RejectedRow, streamRejected } from './imports.views.ts'

const REASONS = ['row', 'column', 'value', 'reason'] as const

/** The rejected rows of a file of brokers. @throws AppError not_found */
export async function sendRejects(ctx: Ctx, importId: number, reply: FastifyReply): Promise<FastifyReply> {
  const row = await findImport(ctx, importId)
  if (!row) throw notFound('Import')
  return sendRejectedRows(reply, {
    name: `rejected-rows-${importId}.csv`,
    columns: row.columns as string[], // as written by the upload
    rows: streamRejected(ctx, importId),
  })
}

/**
 * Sends rejected rows, one line each: the file's own columns, then the reasons. A corrected file can be uploaded as it is,
 * and its reason columns are not added twice.
 */
export function sendRejectedRows(
  reply: FastifyReply,
  { name, columns, rows }: { name: string; columns: readonly string[]; rows: AsyncIterable<RejectedRow> },
): Promise<FastifyReply> {
  const shown = columns.flatMap((column, index) =>
    (REASONS as readonly string[]).includes(column.toLowerCase()) ? [] : [index],
  )
  return sendCsv(reply, {
    name,
    header: [...shown.map((index) => columns[index] ?? ''), ...REASONS],
    pages: inPages(lines(rows, shown)),
  })
}

async function* lines(
  rejected: AsyncIterable<RejectedRow>,
  shown: readonly number[],
): AsyncGenerator<CsvCell[]> {
  for await (const { row, cells, problems } of rejected) {
    const joined = (part: 'column' | 'value' | 'reason') => problems.map((one) => one[part]).join('; ')
    const own = shown.map((index) => cells[index] ?? '')
    yield [...own, row, joined('column'), joined('value'), joined('reason')]
  }
}
