import { type RawBuilder, sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type {
  AnalyticsDimension,
  AnalyticsQuery,
  analyticsBreakdown,
  BreakdownRow,
  Cost,
} from '#contract/dashboard/analytics.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { shareOf } from '#server/modules/audiences/lift.rules.ts'
import { currentFigures, type Figures } from '#server/modules/figures/figures.views.ts'
import { differenceFromOthers, dimensionFor, type Key, type Scope } from './analytics.rules.ts'
import { counted, requireScope, within } from './analytics.views.ts'

interface Group {
  /** What of the figures a row is. */
  of: Key
  key: RawBuilder<unknown>
  label: RawBuilder<unknown>
  campaign: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

/** What came of no call, or of a version that is gone, stands in a row without a name, so that all add up. */
const ofVersion = sql`left join campaign_versions v on v.id = f.version_id`
const none = sql`null::int`

const groups: Record<AnalyticsDimension, Group> = {
  campaign: {
    of: 'campaign',
    ...{ key: sql`f.campaign_id`, label: sql`c.name`, campaign: sql`c.id` },
    joins: sql`left join campaigns c on c.id = f.campaign_id`,
  },
  region: {
    of: 'region',
    ...{ key: sql`f.region`, label: sql`f.region`, campaign: none, joins: sql`` },
  },
  product: {
    of: 'version',
    ...{ key: sql`v.product`, label: sql`v.product`, campaign: none, joins: ofVersion },
  },
  personality: {
    of: 'version',
    ...{ key: sql`v.ai_personality`, label: sql`v.ai_personality`, campaign: none, joins: ofVersion },
  },
  version: {
    of: 'version',
    ...{ key: sql`v.id`, label: sql`c.name || ', version ' || v.number`, campaign: sql`v.campaign_id` },
    joins: sql`${ofVersion} left join campaigns c on c.id = v.campaign_id`,
  },
}

const MEASURES = ['calls', 'ended', 'human', 'responded', 'meetings', 'applications'] as const

type Counted = Omit<BreakdownRow, 'share' | 'difference' | 'cost' | 'region'> & { region: string | null }

/** @throws AppError invalid, not_found */
export async function viewBreakdown(
  ctx: Ctx,
  { by, ...query }: AnalyticsQuery & { by: AnalyticsDimension },
): Promise<ReturnsOf<typeof analyticsBreakdown>> {
  const scope = await requireScope(ctx, query)
  const { of, key, label, campaign, joins } = groups[by]
  const { calls, actions } = counted(ctx)
  const figures = await currentFigures(ctx)
  // added up before names are looked up: a year holds a row of each day
  const added = sql`select campaign_id, version_id, region,
      coalesce(sum(calls) filter (where ${calls}), 0)::int as calls,
      coalesce(sum(ended) filter (where ${calls}), 0)::int as ended,
      coalesce(sum(human) filter (where ${calls}), 0)::int as reached,
      coalesce(sum(responded) filter (where ${calls}), 0)::int as responses,
      coalesce(sum(meetings) filter (where ${actions}), 0)::int as meetings,
      coalesce(sum(applications) filter (where ${actions}), 0)::int as applications
    from ${figures(dimensionFor(scope, of), MEASURES, scope)} f where ${within(scope)} group by 1, 2, 3`
  const reading = sql<Counted>`
    select coalesce(${key}::text, '') as key, ${label} as label, ${campaign} as campaign_id,
      ${by === 'region' ? sql`f.region` : sql`null::text`} as region,
      sum(f.calls)::int as calls, sum(f.ended)::int as ended, sum(f.reached)::int as reached,
      sum(f.responses)::int as responses, sum(f.meetings)::int as meetings, sum(f.applications)::int as applications
    from (${added}) f ${joins}
    group by 1, 2, 3, 4
    having sum(f.calls + f.meetings + f.applications) > 0
    order by calls desc, label nulls last, key`.execute(ctx.db)
  const [{ rows }, costs] = await Promise.all([
    reading,
    by === 'campaign' || by === 'region' ? costsBy(ctx, figures, by, scope) : new Map<string, Cost[]>(),
  ])
  const all = rows.reduce((sum, row) => ({ did: sum.did + row.responses, of: sum.of + row.ended }), {
    did: 0,
    of: 0,
  })
  return {
    period: { from: scope.from, to: scope.to },
    by,
    rows: rows.map(({ region, ...row }) => {
      const own = { did: row.responses, of: row.ended }
      return {
        ...row,
        region: region as Region | null, // the check of brokers allows no other
        cost: costs.get(row.key) ?? [],
        share: shareOf(own),
        difference: differenceFromOthers(own, all),
      }
    }),
  }
}

/** By the key of the row. */
async function costsBy(
  ctx: Ctx,
  figures: Figures,
  by: 'campaign' | 'region',
  scope: Scope,
): Promise<Map<string, Cost[]>> {
  const { rows } = await sql<Cost & { key: string }>`
    select coalesce(${groups[by].key}::text, '') as key, currency, sum(amount)::text as amount, sum(priced)::int as calls
    from ${figures(dimensionFor(scope, by), ['amount', 'priced'], scope)} f where ${within(scope)} and ${counted(ctx).calls}
    group by 1, 2 having sum(priced) > 0 order by currency`.execute(ctx.db)
  const costs = new Map<string, Cost[]>()
  for (const { key, ...cost } of rows) costs.set(key, [...(costs.get(key) ?? []), cost])
  return costs
}
