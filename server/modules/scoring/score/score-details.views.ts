import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { CreditScale } from '#contract/scoring/credit-scales.ts'
import { criteria, type Tier } from '#contract/scoring/scorecards.ts'
import type { ScoreDetails, scoreDetails } from '#contract/scoring/scoring.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { findRun } from '#server/platform/runs/run.store.ts'
import { cardById } from '../scorecards.store.ts'
import { liftsOf, nextTierOf } from './lifts.rules.ts'
import { isMeasured, measured, oneDecimal, type Priors, type ScoreFacts } from './score.rules.ts'
import { type CalculationRun, SCORE_RUN } from './score-runs.store.ts'
import { findScore, type StoredScore, toRow } from './scores.views.ts'
import { windowOf } from './window.rules.ts'

const TREND_MONTHS = 12

/** With fewer brokers, no percentile is shown. */
const LEAST_PEERS = 10

/** A score with everything that it is made of. @throws AppError not_found */
export async function viewScore(ctx: Ctx, brokerId: number, month: string): Promise<ScoreDetails> {
  const stored = await findScore(ctx, brokerId, month)
  if (!stored) throw notFound('Score')
  const row = toRow(stored)
  const { priors, creditScoreScale } = await runOf(ctx, stored.runId)
  const card = await cardById(ctx, stored.scorecardId, creditScoreScale)
  const [ranks, trend, override] = await Promise.all([
    ranksOf(ctx, stored),
    trendOf(ctx, brokerId, month),
    overrideOf(ctx, stored.overrideId),
  ])
  const facts = factsOf(stored, row.score.gates)
  const { overallScore: overall, calculatedTier: tier } = row.score
  const score = { overall, tier, adjusted: stored.adjusted, points: stored.points }
  return {
    ...row,
    points: criteria.map((criterion, at) => {
      const points = stored.points[at] ?? 0
      const { weight } = card.rules.criteria[criterion]
      return {
        criterion,
        raw: isMeasured(criterion) ? facts[criterion].value : facts[criterion],
        adjusted: stored.adjusted[at] ?? 0,
        points: oneDecimal(points),
        weight,
        contribution: oneDecimal(points * weight),
        percentile: ranks.peers < LEAST_PEERS ? null : (ranks.criteria[at] ?? null),
      }
    }),
    lifts: liftsOf(facts, score, card.rules, priors),
    nextTier: nextTierOf(tier),
    trend,
    percentile: ranks.peers < LEAST_PEERS ? null : ranks.overall,
    scorecard: {
      version: card.version,
      rewardFrom: card.rules.rewardFrom,
      watchlistBelow: card.rules.watchlistBelow,
      lowVolumeBelow: card.rules.lowVolumeBelow,
    },
    window: windowOf(month, card.rules),
    override,
    creditScoreScale,
    calculatedAt: stored.calculatedAt.toISOString(),
  }
}

/** As `viewScore`, with every override that the broker has had. @throws AppError not_found */
export async function viewScoreForStaff(
  ctx: Ctx,
  brokerId: number,
  month: string,
): Promise<ReturnsOf<typeof scoreDetails>> {
  const details = await viewScore(ctx, brokerId, month)
  const rows = await ctx.db
    .selectFrom('scoreOverrides as o')
    .leftJoin('users', 'users.id', 'o.madeBy')
    .select([
      'o.id',
      'o.month',
      'o.tier',
      'o.reason',
      'users.name as by',
      'o.madeAt',
      'o.endedAt',
      'o.endedReason',
    ])
    .where('o.brokerId', '=', brokerId)
    .orderBy('o.id', 'desc')
    .limit(50)
    .execute()
  return {
    ...details,
    overrides: rows.map(({ madeAt, endedAt, tier, ...row }) => ({
      ...row,
      tier: tier as Tier, // the table's check allows no other
      at: madeAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  }
}

function factsOf(stored: StoredScore, gates: ScoreFacts['gates']): ScoreFacts {
  const values = [stored.defaultRate, stored.reworkRate, stored.avgCreditScore, stored.avgLvr, stored.avgDays]
  const measures = measured.map(
    (one, at) => [one, { value: values[at] ?? null, loans: stored.evidenceOf[at] ?? 0 }] as const,
  )
  return {
    // one for each of `measured`
    ...(Object.fromEntries(measures) as Pick<ScoreFacts, (typeof measured)[number]>),
    totalLoans: stored.totalLoans,
    compliance: stored.compliance,
    gates,
  }
}

async function runOf(ctx: Ctx, runId: number): Promise<{ priors: Priors; creditScoreScale: CreditScale }> {
  const run = (await findRun(ctx, SCORE_RUN, runId)) as CalculationRun // its scores refer to it
  return { priors: run.cursor.priors ?? ({} as Priors), creditScoreScale: run.input.creditScoreScale }
}

interface Ranks {
  peers: number
  overall: number
  criteria: number[]
}

/** Out of a hundred brokers of the month, how many are below, rounded down, so that none is above all. */
async function ranksOf(ctx: Ctx, { month, overall, points }: StoredScore): Promise<Ranks> {
  const below = criteria.map(
    (_, at) =>
      sql`floor(100.0 * count(*) filter (where points[${at + 1}::int] < ${points[at] ?? 0}::float8) / count(*))::int`,
  )
  const { rows } = await sql<Ranks>`
    select count(*)::int as peers, floor(100.0 * count(*) filter (where overall < ${overall}::numeric) / count(*))::int as overall,
      array[${sql.join(below)}] as criteria
    from broker_scores where month = ${month}`.execute(ctx.db)
  return rows[0] ?? { peers: 0, overall: 0, criteria: [] }
}

async function trendOf(ctx: Ctx, brokerId: number, month: string): Promise<ScoreDetails['trend']> {
  const rows = await ctx.db
    .selectFrom('brokerScores')
    .select(['month', 'overall', 'tier'])
    .where('brokerId', '=', brokerId)
    .where('month', '<=', month)
    .orderBy('month', 'desc')
    .limit(TREND_MONTHS)
    .execute()
  return rows
    .map((row) => ({ month: row.month, overallScore: Number(row.overall), tier: row.tier as Tier })) // see the table's check
    .reverse()
}

async function overrideOf(ctx: Ctx, id: number | null): Promise<ScoreDetails['override']> {
  if (id === null) return null
  const row = await ctx.db
    .selectFrom('scoreOverrides as o')
    .leftJoin('users', 'users.id', 'o.madeBy')
    .select(['o.tier', 'o.reason', 'users.name as by', 'o.madeAt', 'o.expiresOn'])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { madeAt, tier, ...rest } = row
  return { ...rest, tier: tier as Tier, at: madeAt.toISOString() } // see the table's check
}
