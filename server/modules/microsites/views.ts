import { type Expression, type SqlBool, sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import {
  type listMicrosites,
  type Microsite,
  type MicrositeContent,
  type PublicMicrosite,
  TREND_DAYS,
} from '#contract/microsites/microsites.ts'
import { foldKey } from '#contract/plain-text.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

export const MISSING_TITLE = 'Microsite Not Found'

function micrositesWithCampaign(ctx: Ctx) {
  return ctx.db
    .selectFrom('microsites')
    .leftJoin('campaigns', 'campaigns.id', 'microsites.campaignId')
    .selectAll('microsites')
    .select([
      'campaigns.name as campaignName',
      'campaigns.product',
      'campaigns.description as campaignDescription',
      'campaigns.rate',
      'campaigns.rateType',
      'campaigns.comparisonRate',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof micrositesWithCampaign>['executeTakeFirstOrThrow']>>

function campaignOf(row: Row): PublicMicrosite['campaign'] {
  const { campaignId: id, campaignName: name, product, rate, rateType, comparisonRate } = row
  if (id === null || name === null || product === null || rateType === null) return null
  return { id, name, product, rate, rateType, comparisonRate }
}

const toPublic = (row: Row): PublicMicrosite => ({
  ...{ id: row.id, title: row.title, slug: row.slug, campaignId: row.campaignId },
  campaign: campaignOf(row),
  content: row.content as unknown as MicrositeContent, // as stored by the service
})

/** The rows with the visits of each of the last days, from the totals by day. */
function withTrend(ctx: Ctx, rows: ReturnType<typeof micrositesWithCampaign>) {
  const today = sydneyDate(ctx.now())
  return rows.select(
    sql<number[]>`(select array_agg(coalesce(r.visits, 0)::int order by d.day) from
      generate_series(${addDays(today, 1 - TREND_DAYS)}::date, ${today}::date, interval '1 day') d (day)
      left join visit_rollups r on r.microsite_id = microsites.id and r.dimension = 'total' and r.days = 1
        and r.value = '' and r.start = d.day::date)`.as('recentVisits'),
  )
}

const toMicrosite = (row: Row & { recentVisits: number[] }): Microsite => ({
  ...toPublic(row),
  ...{ active: row.active, visits: row.visits, recentVisits: row.recentVisits },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** @throws AppError not_found */
export async function viewMicrosite(ctx: Ctx, id: number): Promise<Microsite> {
  const rows = micrositesWithCampaign(ctx).where('microsites.id', '=', id)
  const row = await withTrend(ctx, rows).executeTakeFirst()
  if (!row) throw notFound('Microsite')
  return toMicrosite(row)
}

/** Microsites, newest first. */
export async function viewMicrosites(
  ctx: Ctx,
  query: QueryOf<typeof listMicrosites>,
): Promise<Page<Microsite>> {
  const cursor = decodeIdCursor(query.cursor)
  const condition = filtersOf(query)
  const rows = withTrend(ctx, micrositesWithCampaign(ctx).where(condition))
  return readPage({
    db: ctx.db,
    matching: ctx.db
      .selectFrom('microsites')
      .leftJoin('campaigns', 'campaigns.id', 'microsites.campaignId')
      .where(condition),
    rows: (cursor === null ? rows : rows.where('microsites.id', '<', cursor)).orderBy(
      'microsites.id',
      'desc',
    ),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: toMicrosite,
  })
}

function filtersOf({ campaignId, q }: { campaignId?: number; q?: string }): Expression<SqlBool> {
  const ofCampaign = campaignId ? sql`microsites.campaign_id = ${campaignId}` : sql`true`
  const byText = q
    ? sql`fold_key(microsites.title || ' ' || microsites.slug || ' ' || coalesce(campaigns.name, '')) like ${containing(foldKey(q))}`
    : sql`true`
  return sql<SqlBool>`${ofCampaign} and ${byText}`
}

/** The public fields of a microsite. @throws AppError not_found if there is none or it is inactive */
export async function viewPublicMicrosite(ctx: Ctx, slug: string): Promise<PublicMicrosite> {
  const found = await findPublicMicrosite(ctx, slug)
  if (!found) throw new AppError('not_found', MISSING_TITLE)
  return found
}

export interface ShownMicrosite extends PublicMicrosite {
  campaignDescription: string | null
}

/** The data of the public page; undefined if there is no such microsite or it is inactive. */
export async function findPublicMicrosite(ctx: Ctx, slug: string): Promise<ShownMicrosite | undefined> {
  const row = await micrositesWithCampaign(ctx)
    .where('microsites.slug', '=', slug)
    .where('microsites.active', '=', true)
    .executeTakeFirst()
  return row && { ...toPublic(row), campaignDescription: row.campaignDescription }
}
