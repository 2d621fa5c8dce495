import { sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type { ParamsOf, QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { CreditScale } from '#contract/scoring/credit-scales.ts'
import type { Tier } from '#contract/scoring/scorecards.ts'
import type {
  brokerScores,
  Gate,
  ScoreRow,
  ScoreRun,
  scoringMonths,
  scoringStats,
} from '#contract/scoring/scoring.ts'
import { alwaysOffered } from '#contract/scoring/scoring-months.ts'
import type { Ctx } from '#server/ctx.ts'
import { searched } from '#server/modules/brokers/views.ts'
import { inOrder, type Position, streamRows } from '#server/platform/db/keyset.ts'
import { holds, searchPattern } from '#server/platform/db/search-pattern.ts'
import { decodeCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { basisOfMonth, chosenCreditScale } from '../scorecards.store.ts'
import { evidenceOf } from './score.rules.ts'
import { type CalculationRun, newestRunOf } from './score-runs.store.ts'

type Query = QueryOf<typeof brokerScores>
export type ScoreFilters = Omit<Query, 'limit' | 'cursor'>

const matching = (ctx: Ctx, month: string, { q, tier, region }: Omit<ScoreFilters, 'sort'>) => {
  let query = ctx.db
    .selectFrom('brokerScores')
    .innerJoin('brokers', 'brokers.id', 'brokerScores.brokerId')
    .where('brokerScores.month', '=', month)
  if (q) {
    // the directory's index returns candidates; the second condition keeps those whose name matches
    query = query.where(searched(q)).where(holds(sql`fold_key(brokers.name)`, searchPattern(q)))
  }
  if (tier) query = query.where('brokerScores.tier', '=', tier)
  if (region) query = query.where('brokers.region', '=', region)
  return query
}

const selectScores = (ctx: Ctx, month: string, filters: Omit<ScoreFilters, 'sort'>) =>
  matching(ctx, month, filters)
    .selectAll('brokerScores')
    .select(['brokers.name', 'brokers.region', 'brokers.suspendedAt'])
export type StoredScore = Awaited<ReturnType<ReturnType<typeof selectScores>['executeTakeFirstOrThrow']>>

export function toRow(row: StoredScore): ScoreRow {
  return {
    // the table's check allows no other region
    broker: {
      ...{ id: row.brokerId, name: row.name, region: row.region as Region | null },
      suspendedSince: row.suspendedAt?.toISOString() ?? null,
    },
    score: {
      id: row.id,
      scoreMonth: row.month,
      overallScore: Number(row.overall),
      // the table's checks allow no other tiers and gates
      tier: row.tier as Tier,
      calculatedTier: row.calculatedTier as Tier,
      manualOverride: row.overrideId !== null,
      totalLoans: row.totalLoans,
      defaultRate: row.defaultRate,
      avgCreditScore: row.avgCreditScore,
      avgLvr: row.avgLvr,
      avgDaysToApproval: row.avgDays,
      reworkRate: row.reworkRate,
      compliance: row.compliance,
      evidence: evidenceOf(row.totalLoans),
      gates: row.gates as Gate[],
      previous: row.previous as ScoreRow['score']['previous'],
    },
  }
}

function ordered(ctx: Ctx, month: string, filters: ScoreFilters, after: Position | null) {
  const descending = filters.sort.startsWith('-')
  const key = filters.sort.endsWith('name')
    ? { by: sql`lower(brokers.name)`, type: 'text' as const }
    : { by: sql`broker_scores.overall`, type: 'numeric' as const }
  return inOrder(selectScores(ctx, month, filters), { ...key, descending, id: 'brokerScores.id', after })
}

/** One page of a month's scores. */
export async function viewScores(
  ctx: Ctx,
  { month }: ParamsOf<typeof brokerScores>,
  query: Query,
): Promise<Page<ScoreRow>> {
  const cursor = decodeCursor(query.cursor, 2)
  const after = cursor && { position: String(cursor[0]), id: Number(cursor[1]) }
  return readPage({
    db: ctx.db,
    matching: matching(ctx, month, query).select('brokerScores.id'),
    rows: ordered(ctx, month, query, after),
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: toRow,
  })
}

export async function* streamScores(
  ctx: Ctx,
  month: string,
  filters: ScoreFilters,
): AsyncGenerator<ScoreRow> {
  for await (const row of streamRows((after) => ordered(ctx, month, filters, after))) yield toRow(row)
}

export async function findScore(ctx: Ctx, brokerId: number, month: string): Promise<StoredScore | undefined> {
  return selectScores(ctx, month, {}).where('brokerScores.brokerId', '=', brokerId).executeTakeFirst()
}

/** The newest month with scores; null: there is none. */
export async function newestMonth(ctx: Ctx): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`select max(month) as month from broker_scores`.execute(
    ctx.db,
  )
  return rows[0]?.month ?? null
}

/** Months with loans or scores and those that are always offered, newest first. */
export async function viewMonths(ctx: Ctx): Promise<ReturnsOf<typeof scoringMonths>> {
  const { rows } = await sql<{ month: string; loans: number; scores: number }>`
    with of_loans as (select to_char(date_trunc('month', lodged_on), 'YYYY-MM') as month, count(*)::int as loans from loans group by 1),
    of_scores as (select month, count(*)::int as scores from broker_scores group by 1)
    select month, coalesce(loans, 0) as loans, coalesce(scores, 0) as scores
    from (select unnest(${[...alwaysOffered]}::text[]) as month union select month from of_loans union select month from of_scores) m
    left join of_loans using (month) left join of_scores using (month) order by month desc`.execute(ctx.db)
  return rows
}

export function toRun(run: CalculationRun): ScoreRun {
  const { id, input, state, total, done } = run
  return {
    ...{ id, month: input.month, reason: input.reason, total, done },
    status: state === 'running' || state === 'failed' ? state : 'finished',
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

/** The scale that a month was calculated on; else the one chosen in Settings. */
export async function creditScaleOf(ctx: Ctx, month: string | null): Promise<CreditScale> {
  const basis = month === null ? null : await basisOfMonth(ctx, month)
  return basis?.creditScoreScale ?? chosenCreditScale(ctx)
}

interface StatsRow {
  brokers: number
  average: number | null
  reward: number
  neutral: number
  watchlist: number
  distribution: number[]
  version: number | null
  rewardFrom: number | null
  watchlistBelow: number | null
}

function boundsOf(stats: StatsRow | undefined): ReturnsOf<typeof scoringStats>['tierBounds'] {
  const { rewardFrom, watchlistBelow } = stats ?? {}
  return rewardFrom == null || watchlistBelow == null ? null : { rewardFrom, watchlistBelow }
}

/** Figures of a month, or of the newest that has scores. */
export async function viewStats(
  ctx: Ctx,
  { month: asked }: QueryOf<typeof scoringStats>,
): Promise<ReturnsOf<typeof scoringStats>> {
  const month = asked ?? (await newestMonth(ctx))
  const { rows } = await sql<StatsRow>`
    with scores as (select tier, overall, scorecard_id from broker_scores where month = ${month})
    select count(*)::int as brokers, round(avg(overall), 1)::float8 as average,
      count(*) filter (where tier = 'Reward')::int as reward, count(*) filter (where tier = 'Neutral')::int as neutral,
      count(*) filter (where tier = 'Watchlist')::int as watchlist,
      array(select coalesce(c.brokers, 0) from generate_series(0, 9) bin left join (
        select least(floor(overall / 10)::int, 9) as bin, count(*)::int as brokers from scores group by 1) c using (bin) order by bin)
        as distribution,
      max(card.version) as version, max((card.rules->>'rewardFrom')::float8) as reward_from,
      max((card.rules->>'watchlistBelow')::float8) as watchlist_below
    from scores left join scorecards card on card.id = (select max(scorecard_id) from scores)`.execute(ctx.db)
  const outdated = await ctx.db
    .selectFrom('outdatedMonths')
    .select('month')
    .where('month', '=', month ?? '')
    .executeTakeFirst()
  const run = month ? await newestRunOf(ctx, month) : null
  const [stats] = rows
  return {
    month,
    totalBrokers: stats?.brokers ?? 0,
    averageScore: stats?.average ?? null,
    rewardTierCount: stats?.reward ?? 0,
    neutralTierCount: stats?.neutral ?? 0,
    watchlistTierCount: stats?.watchlist ?? 0,
    distribution: stats?.distribution ?? [],
    run: run && toRun(run),
    outdated: outdated !== undefined,
    scorecardVersion: stats?.version ?? null,
    tierBounds: boundsOf(stats),
    creditScoreScale: await creditScaleOf(ctx, month),
  }
}
