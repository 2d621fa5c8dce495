import type { FastifyReply } from 'fastify'
import { auditSentence } from '#contract/accounts/audit-labels.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import { MAX_LIMIT } from '#contract/page.ts'
import type { exportAudit, listAudit } from '#contract/system/system.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { type CsvCell, sendCsv } from '#server/platform/http/csv.ts'
import { viewAudit } from './audit.views.ts'

type Entry = ReturnsOf<typeof listAudit>[number]
type Filters = QueryOf<typeof exportAudit>

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const columns: Record<string, (entry: Entry) => CsvCell> = {
  ID: ({ id }) => id,
  At: ({ at }) => at as Date, // as the database returns it
  By: ({ actorName, actor }) => actorName ?? actor,
  Account: ({ actor }) => actor,
  What: auditSentence,
  Action: ({ action }) => action,
  Subject: ({ subject }) => subject,
  Record: ({ record }) => record?.name ?? null,
  'IP address': ({ ip }) => ip,
  Request: ({ requestId }) => requestId,
  Before: ({ before }) => json(before),
  After: ({ after }) => json(after),
}

/** Sends the entries of the audit log that match the filters, newest first, and records the export. */
export function sendAudit(ctx: Ctx, filters: Filters, reply: FastifyReply): Promise<FastifyReply> {
  return sendCsv(reply, { name: 'audit-log.csv', header: Object.keys(columns), pages: pages(ctx, filters) })
}

async function* pages(ctx: Ctx, filters: Filters): AsyncGenerator<CsvCell[][]> {
  let cursor: string | undefined
  do {
    const page = await viewAudit(ctx, { ...filters, limit: MAX_LIMIT, total: 'quick', cursor })
    // after the first page, which may refuse the filters; its own entry is newer than the pages that follow
    if (cursor === undefined) {
      await ctx.tx((tx) => audit(tx, { action: 'audit.exported', subjectType: 'audit', after: filters }))
    }
    yield page.items.map((entry) => Object.values(columns).map((cell) => cell(entry)))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
