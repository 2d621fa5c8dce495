import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { rejectsLayout } from '#server/input/tables/rejects-columns.ts'
import { rowPages } from '#server/platform/db/row-pages.ts'
import { notFound } from '#server/platform/errors.ts'
import { type CsvCell, sendCsv } from '#server/platform/http/csv.ts'
import { findImport } from './imports.store.ts'
import { longestRejected, type RejectedRow, rejectedAfter } from './imports.views.ts'

/** The rejected rows of a file of brokers. @throws AppError not_found */
export async function sendRejects(ctx: Ctx, importId: number, reply: FastifyReply): Promise<FastifyReply> {
  return sendRejectedRows(reply, {
    name: `rejected-rows-${importId}.csv`,
    file: await findImport(ctx, importId),
    longest: await longestRejected(ctx, importId),
    read: (page) => rejectedAfter(ctx, { importId, ...page }),
  })
}

interface Rejects {
  name: string
  /** The import. */
  file: { columns: unknown } | undefined
  /** Cells of the longest rejected row. */
  longest: number
  read: Parameters<typeof rowPages<RejectedRow>>[0]
}

/** Sends rejected rows, one line each. The corrected file can be uploaded as it is. @throws AppError not_found */
export function sendRejectedRows(
  reply: FastifyReply,
  { name, file, longest, read }: Rejects,
): Promise<FastifyReply> {
  if (!file) throw notFound('Import')
  const layout = rejectsLayout(file.columns as string[], longest) // as written by the upload
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    for await (const rows of rowPages(read))
      yield rows.map(({ row, cells, problems }) => {
        const joined = (part: 'column' | 'value' | 'reason') => problems.map((one) => one[part]).join('; ')
        return layout.line(cells, {
          row,
          column: joined('column'),
          value: joined('value'),
          reason: joined('reason'),
        })
      })
  }
  return sendCsv(reply, { name, header: layout.header, pages: pages() })
}
