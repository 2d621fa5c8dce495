import { addMonths, monthOf, sameDayIn } from '#contract/calendar.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type updateTier as endpoint, OVERRIDE_MONTHS, type ScoreRow } from '#contract/scoring/scoring.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { refuseOwnBroker } from '#server/modules/reviews/reviewer.views.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockRunning } from './score-runs.store.ts'
import { endExpiredOverrides, endOverrides, insertOverride, lockScore, setTier } from './scores.store.ts'
import { findScore, toRow } from './scores.views.ts'

/**
 * Sets the tier of a month by hand. The calculated tier is kept as well, and an earlier override ends.
 * @throws AppError forbidden, not_found, rule_forbids for one's own, conflict where it is the calculated tier already
 */
export async function overrideTier(
  ctx: Ctx,
  { brokerId, scoreMonth, tier, reason }: BodyOf<typeof endpoint>,
): Promise<ScoreRow> {
  authorise(ctx, 'scoring.override')
  return ctx.tx(async (tx) => {
    // a calculation that is storing scores has not seen this override, and would store over it
    await lockRunning(tx, scoreMonth)
    await lockScore(tx, { brokerId, month: scoreMonth })
    const before = await findScore(tx, brokerId, scoreMonth)
    if (!before) throw notFound('Score')
    await refuseOwnBroker(tx, brokerId, 'score')
    if (before.tier === tier) throw new AppError('conflict', `The tier is ${tier} already.`)
    await endOverrides(tx, brokerId, 'Overridden again')
    const { month, calculatedTier } = before
    const today = sydneyDate(tx.now())
    const expiresOn = sameDayIn(addMonths(monthOf(today), OVERRIDE_MONTHS), today)
    // the calculated tier again: no override remains
    const overrideId =
      tier === calculatedTier
        ? null
        : await insertOverride(tx, { brokerId, month, tier, calculatedTier, reason, expiresOn })
    await setTier(tx, before.id, { tier, overrideId })
    await audit(tx, {
      action: 'scoring.tier_overridden',
      subjectType: 'broker',
      subjectId: brokerId,
      before: { month: scoreMonth, tier: before.tier },
      after: { tier, reason },
    })
    await addActivity(tx, {
      ...{
        type: 'tier_overridden',
        description: `Tier for ${scoreMonth} set from ${before.tier} to ${tier}`,
      },
      brokerId,
      simulated: false,
    })
    await tx.emit('scores.published', { month: scoreMonth, brokerIds: [brokerId] })
    const after = await findScore(tx, brokerId, scoreMonth)
    if (!after) throw notFound('Score')
    return toRow(after)
  })
}

/** Ends overrides after their three months. */
export async function expireOverrides(ctx: Ctx): Promise<void> {
  await ctx.tx((tx) => endExpiredOverrides(tx, sydneyDate(tx.now())))
}
