import { sql } from 'kysely'
import { addMonths, monthOf, sameDayIn } from '#contract/calendar.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type updateTier as endpoint, OVERRIDE_MONTHS, type ScoreRow } from '#contract/scoring.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { refuseOwnBroker } from '#server/modules/reviews/reviewer.views.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { lockRunning } from './score-runs.store.ts'
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
    await sql`select 1 from broker_scores where broker_id = ${brokerId} and month = ${scoreMonth} for update`.execute(
      tx.db,
    )
    const before = await findScore(tx, brokerId, scoreMonth)
    if (!before) throw notFound('Score')
    await refuseOwnBroker(tx, brokerId, 'score')
    if (before.tier === tier) throw new AppError('conflict', `The tier is ${tier} already.`)
    await tx.db
      .updateTable('scoreOverrides')
      .set({ endedAt: tx.now(), endedReason: 'Overridden again' })
      .where('brokerId', '=', brokerId)
      .where('endedAt', 'is', null)
      .execute()
    // the calculated tier again: no override remains
    const overrideId = tier === before.calculatedTier ? null : await insertOverride(tx, before, tier, reason)
    await tx.db.updateTable('brokerScores').set({ tier, overrideId }).where('id', '=', before.id).execute()
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
    const after = await findScore(tx, brokerId, scoreMonth)
    if (!after) throw notFound('Score')
    return toRow(after)
  })
}

async function insertOverride(
  tx: Ctx,
  { brokerId, month, calculatedTier }: { brokerId: number; month: string; calculatedTier: string },
  tier: string,
  reason: string,
): Promise<number> {
  const today = sydneyDate(tx.now())
  const { id } = await tx.db
    .insertInto('scoreOverrides')
    .values({
      ...{ brokerId, month, tier, reason, calculatedTier },
      madeBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
      madeAt: tx.now(),
      expiresOn: sameDayIn(addMonths(monthOf(today), OVERRIDE_MONTHS), today),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Overrides whose three months are over end, and the broker's newest score has the calculated tier again. */
export async function expireOverrides(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update score_overrides set ended_at = ${tx.now()}, ended_reason = 'Expired'
      where ended_at is null and expires_on <= ${sydneyDate(tx.now())}::date returning id`.execute(tx.db)
    if (rows.length === 0) return
    await sql`
      update broker_scores s set tier = calculated_tier, override_id = null
      where override_id = any(${rows.map(({ id }) => id)}::int[])
        and not exists (select from broker_scores n where n.broker_id = s.broker_id and n.month > s.month)`.execute(
      tx.db,
    )
  })
}
