import { type Expression, type SqlBool, sql } from 'kysely'
import type { Campaign } from '#contract/campaigns.ts'
import type { PageQuery } from '#contract/page.ts'
import type { Ctx } from '#server/ctx.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { type CampaignFigures, figuresOf } from './campaign-figures.views.ts'

const withAudience = (ctx: Ctx) =>
  ctx.db
    .selectFrom('campaigns')
    .selectAll('campaigns')
    .select(
      sql<Campaign['audience']>`(select json_build_object('id', a.id, 'name', a.name) from audiences a
        where a.id = campaigns.audience_id)`.as('audience'),
    )
type Row = Awaited<ReturnType<ReturnType<typeof withAudience>['executeTakeFirstOrThrow']>>

interface WithFigures {
  row: Row
  figures: CampaignFigures | undefined
}

async function addFigures(ctx: Ctx, rows: readonly Row[]): Promise<WithFigures[]> {
  const figures = await figuresOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ row, figures: figures.get(row.id) }))
}

function toCampaign({ row, figures }: WithFigures): Campaign {
  const { versionId: _version, audienceId: _audience, holdOutSeed: _seed, ...known } = row
  const { hoursSeed: _hoursSeed, hoursControlPercent: _control, ...fields } = known
  const { calls = 0, completed = 0, enrolled = 0, done = 0, inFlight = 0, waiting = 0 } = figures ?? {}
  return {
    ...fields,
    // the table's check constraints allow no other values
    status: row.status as Campaign['status'],
    aiPersonality: row.aiPersonality as Campaign['aiPersonality'],
    totalCalls: calls,
    callsCompleted: completed,
    progress: { enrolled, done, inFlight, waiting },
    cost: figures?.cost ?? [],
    nextCallAt: row.status === 'active' ? (figures?.nextCallAt?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** @throws AppError not_found */
export async function viewCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  const row = await withAudience(ctx).where('campaigns.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Campaign')
  const [campaign] = await addFigures(ctx, [row])
  if (!campaign) throw notFound('Campaign')
  return toCampaign(campaign)
}

/** Campaigns, newest first. */
export async function viewCampaigns(
  ctx: Ctx,
  query: PageQuery & { status?: Campaign['status'] },
): Promise<Page<Campaign>> {
  const cursor = decodeIdCursor(query.cursor)
  const condition = filtersOf(query)
  const matching = withAudience(ctx).where(condition)
  const rows = (cursor === null ? matching : matching.where('campaigns.id', '<', cursor)).orderBy(
    'campaigns.id',
    'desc',
  )
  return readPage({
    db: ctx.db,
    matching: ctx.db.selectFrom('campaigns').where(condition),
    rows: {
      limit: (count) => ({ execute: async () => addFigures(ctx, await rows.limit(count).execute()) }),
    },
    limit: query.limit,
    mostlyAll: cursor === null,
    cursor: ({ row }) => [row.id],
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
