import { sql } from 'kysely'
import type { z } from 'zod'
import type { listSuppressions, suppression } from '#contract/brokers/suppressions.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { holds, searchPattern } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { simulates } from '../views.ts'
import { isRemovable } from './suppressions.rules.ts'

type Suppression = z.input<typeof suppression>
type ListQuery = QueryOf<typeof listSuppressions>

function openSuppressions(ctx: Ctx) {
  return ctx.db
    .selectFrom('suppressions')
    .leftJoin('users', 'users.id', 'suppressions.createdBy')
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('simulated', '=', false), eb.val(simulates(ctx))]))
}

function matching(ctx: Ctx, query: Pick<ListQuery, 'q' | 'source'>) {
  let rows = openSuppressions(ctx)
  if (query.source) rows = rows.where('source', '=', query.source)
  if (query.q) {
    const text = sql`fold_key(suppressions.phone || ' ' || reason || ' ' || coalesce((select string_agg(b.name, ' ')
      from brokers b where b.phone = suppressions.phone), ''))`
    rows = rows.where(holds(text, searchPattern(query.q)))
  }
  return rows
}

const selected = (rows: ReturnType<typeof openSuppressions>) =>
  rows.select([
    'suppressions.id',
    'suppressions.phone',
    'source',
    'reason',
    'suppressions.createdAt',
    'suppressions.callId',
    'suppressions.evidence',
    'users.name as createdBy',
    sql<
      string[]
    >`array(select b.name from brokers b where b.phone = suppressions.phone order by b.id limit 20)`.as(
      'brokerNames',
    ),
  ])
type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>

const toSuppression = (row: Row): Suppression => ({
  id: row.id,
  phoneNumber: row.phone,
  source: row.source as Suppression['source'], // the table's check constraint allows no other value
  reason: row.reason,
  brokerNames: row.brokerNames,
  createdAt: row.createdAt,
  createdBy: row.createdBy,
  callId: row.callId,
  // written as such
  evidence: row.evidence as Suppression['evidence'],
  removable: isRemovable(row.source as Suppression['source']), // as above
})

/** Numbers that are never dialled, newest first. */
export async function viewSuppressions(ctx: Ctx, query: ListQuery): Promise<Page<Suppression>> {
  const cursor = decodeIdCursor(query.cursor)
  const rows = matching(ctx, query)
  const shown = cursor === null ? rows : rows.where('suppressions.id', '<', cursor)
  return readPage({
    db: ctx.db,
    matching: rows,
    rows: selected(shown).orderBy('suppressions.id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: toSuppression,
  })
}

/** One suppression. @throws AppError not_found */
export async function viewSuppression(ctx: Ctx, id: number): Promise<Suppression> {
  const row = await selected(openSuppressions(ctx)).where('suppressions.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Suppression')
  return toSuppression(row)
}
