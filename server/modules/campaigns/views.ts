import { type Expression, type SqlBool, sql } from 'kysely'
import type { Campaign } from '#contract/campaigns.ts'
import type { PageQuery } from '#contract/page.ts'
import type { Ctx } from '#server/ctx.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

/** Campaigns with their figures for the active provider; test calls are not counted. */
function campaignsWithFigures(ctx: Ctx) {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  return ctx.db
    .selectFrom('campaigns')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('calls')
          .select([
            sql<number>`count(*)`.as('total'),
            sql<number>`count(*) filter (where status in ('completed', 'answered'))`.as('completed'),
          ])
          .whereRef('calls.campaignId', '=', 'campaigns.id')
          .where('calls.test', '=', false)
          .where('calls.simulated', '=', simulated)
          .as('dials'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('enrolments')
          .select([
            sql<number>`count(*)`.as('enrolled'),
            sql<number>`count(*) filter (where state = 'done')`.as('done'),
            sql<number>`count(*) filter (where state = 'in_flight')`.as('inFlight'),
            sql<number>`count(*) filter (where state = 'waiting')`.as('waiting'),
            sql<Date | null>`min(due_at) filter (where state = 'waiting')`.as('nextCallAt'),
          ])
          .whereRef('enrolments.campaignId', '=', 'campaigns.id')
          .where('enrolments.simulated', '=', simulated)
          .as('places'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('calls')
              .select([
                'costCurrency as currency',
                sql<string>`sum(cost)::text`.as('amount'),
                sql<number>`count(*)::int`.as('calls'),
              ])
              .whereRef('calls.campaignId', '=', 'campaigns.id')
              .where('calls.test', '=', false)
              .where('calls.simulated', '=', simulated)
              .where('calls.cost', 'is not', null)
              .groupBy('costCurrency')
              .as('currencies'),
          )
          .select(sql<Campaign['cost'] | null>`jsonb_agg(to_jsonb(currencies) order by currency)`.as('cost'))
          .as('bill'),
      (join) => join.onTrue(),
    )
    .selectAll('campaigns')
    .select([
      'bill.cost',
      'dials.total',
      'dials.completed',
      'places.enrolled',
      'places.done',
      'places.inFlight',
      'places.waiting',
      'places.nextCallAt',
      sql<Campaign['audience']>`(select json_build_object('id', a.id, 'name', a.name) from audiences a
        where a.id = campaigns.audience_id)`.as('audience'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof campaignsWithFigures>['executeTakeFirstOrThrow']>>

function toCampaign(row: Row): Campaign {
  const { total, completed, enrolled, done, inFlight, waiting, ...others } = row
  const { versionId: _version, audienceId: _audience, holdOutSeed: _seed, ...fields } = others
  return {
    ...fields,
    // the table's check constraints allow no other values
    status: row.status as Campaign['status'],
    aiPersonality: row.aiPersonality as Campaign['aiPersonality'],
    totalCalls: total ?? 0,
    callsCompleted: completed ?? 0,
    progress: { enrolled: enrolled ?? 0, done: done ?? 0, inFlight: inFlight ?? 0, waiting: waiting ?? 0 },
    cost: row.cost ?? [],
    nextCallAt: row.status === 'active' ? (row.nextCallAt?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** @throws AppError not_found */
export async function viewCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  const row = await campaignsWithFigures(ctx).where('campaigns.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Campaign')
  return toCampaign(row)
}

/** Campaigns, newest first. */
export async function viewCampaigns(
  ctx: Ctx,
  query: PageQuery & { status?: Campaign['status'] },
): Promise<Page<Campaign>> {
  const cursor = decodeIdCursor(query.cursor)
  const condition = filtersOf(query)
  const rows = campaignsWithFigures(ctx).where(condition)
  return readPage({
    db: ctx.db,
    matching: ctx.db.selectFrom('campaigns').where(condition),
    rows: (cursor === null ? rows : rows.where('campaigns.id', '<', cursor)).orderBy('campaigns.id', 'desc'),
    limit: query.limit,
    cursor: ({ id }) => [id],
    item: toCampaign,
  })
}

function filtersOf({ status, q }: { status?: Campaign['status']; q?: string }): Expression<SqlBool> {
  const byStatus = status ? sql`campaigns.status = ${status}` : sql`true`
  const like = q ? containing(q) : null
  const byText = like
    ? sql`(lower(campaigns.name) like ${like} or lower(campaigns.product) like ${like})`
    : sql`true`
  return sql<SqlBool>`${byStatus} and ${byText}`
}
