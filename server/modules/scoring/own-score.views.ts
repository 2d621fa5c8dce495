import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Tier } from '#contract/scoring/scorecards.ts'
import type { ownScoreMonths, ScoreDetails } from '#contract/scoring/scoring.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { viewScore } from './score/score-details.views.ts'

/** @throws AppError not_signed_in */
export async function viewOwnMonths(ctx: Ctx): Promise<ReturnsOf<typeof ownScoreMonths>> {
  return viewMonthsOf(ctx, requireBroker(ctx).brokerId)
}

/** @throws AppError not_found */
export async function viewMonthsForStaff(
  ctx: Ctx,
  brokerId: number,
): Promise<ReturnsOf<typeof ownScoreMonths>> {
  const broker = await ctx.db.selectFrom('brokers').select('id').where('id', '=', brokerId).executeTakeFirst()
  if (!broker) throw notFound('Broker')
  return viewMonthsOf(ctx, brokerId)
}

/** The months that a broker has a score for, newest first. */
async function viewMonthsOf(ctx: Ctx, brokerId: number): Promise<ReturnsOf<typeof ownScoreMonths>> {
  const rows = await ctx.db
    .selectFrom('brokerScores')
    .select(['month', 'overall', 'tier'])
    .where('brokerId', '=', brokerId)
    .orderBy('month', 'desc')
    .limit(60)
    .execute()
  return rows.map(({ month, overall, tier }) => ({
    month,
    overallScore: Number(overall),
    tier: tier as Tier, // the table's check allows no other
  }))
}

/** Everything that staff see except who overrode the tier and since when the broker is suspended. @throws AppError not_signed_in, not_found */
export async function viewOwnScore(ctx: Ctx, month: string): Promise<ScoreDetails> {
  const { brokerId } = requireBroker(ctx)
  const details = await viewScore(ctx, brokerId, month)
  return {
    ...details,
    broker: { ...details.broker, suspendedSince: null },
    override: details.override && { ...details.override, by: null },
  }
}
