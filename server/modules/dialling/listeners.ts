import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { RULES_VERSION } from './decide.rules.ts'
import { enrolmentAfter, type FinishedDial, mayBeRetried } from './enrolments.rules.ts'
import {
  type CalledEnrolment,
  cancelWaiting,
  endWaiting,
  lockEnrolmentsOf,
  newestCall,
  plannedHours,
  reconsider,
} from './enrolments.store.ts'
import { changeEnrolments, type EnrolmentChange, noteCampaign } from './store.ts'
import { DATA_VERSIONS, findCampaign, hoursOf, loadWindow } from './views.ts'

/** Calls ended, or their ends were corrected: what becomes of the brokers' places in the campaigns. */
export async function onCallsFinished(ctx: Ctx, { calls }: AppEvents['calls.finished']): Promise<void> {
  const followings = await lockEnrolmentsOf(
    ctx,
    calls.map(({ callId }) => callId),
  )
  if (followings.length === 0) return
  ctx.changed('campaigns')
  const changes: EnrolmentChange[] = []
  for (const following of followings) changes.push(await changeAfter(ctx, following))
  await changeEnrolments(ctx, changes)
}

async function changeAfter(
  ctx: Ctx,
  { enrolmentId, campaignId, place, dials }: CalledEnrolment,
): Promise<EnrolmentChange> {
  const finished = dials.filter((dial): dial is FinishedDial => dial.outcome !== null)
  const reached = finished.some(({ outcome }) => outcome === 'human')
  // a corrected end of an earlier dial while a later one is in flight: that one's end settles the rest
  if (finished.length < dials.length) {
    const state = { state: 'in_flight', dueAt: null, attempts: null, endedReason: null } as const
    return { id: enrolmentId, ...state, reached }
  }
  // most conversations need no campaign: what they end is not planned again
  const campaign = mayBeRetried(finished) ? await findCampaign(ctx, campaignId) : undefined
  const last = finished.reduce((a, b) => (b.at > a.at ? b : a))
  const nextRetry = campaign ? (await loadWindow(ctx, campaign)).nextRetry : () => null
  const after = enrolmentAfter(finished, { window: { nextRetry }, place, now: last.at })
  const waits = after.state === 'waiting' && campaign?.status !== 'completed'
  return {
    id: enrolmentId,
    state: waits ? 'waiting' : 'done',
    dueAt: after.state === 'waiting' ? after.dueAt : null,
    attempts: dials.length,
    endedReason: waits ? null : after.state === 'done' ? after.endedReason : 'campaign_completed',
    reached,
  }
}

/** A number may no longer be called: whatever was planned for it is cancelled, and the timeline says so. */
export async function onNumberSuppressed(
  ctx: Ctx,
  { phone, simulated }: AppEvents['number.suppressed'],
): Promise<void> {
  const cancelled = await cancelWaiting(ctx, phone, { onlySimulated: simulated })
  if (cancelled.length === 0) return
  const reasons = [{ code: 'opted_out', text: 'The number was suppressed; the planned call is cancelled.' }]
  await ctx.db
    .insertInto('callDecisions')
    .values(
      cancelled.map(({ campaignId, brokerId, id }) => ({
        campaignId,
        brokerId,
        enrolmentId: id,
        verdict: 'never',
        reasons: JSON.stringify(reasons),
        facts: JSON.stringify({ brokerId, suppressed: phone }),
        rulesVersion: RULES_VERSION,
        dataVersions: JSON.stringify(DATA_VERSIONS),
        judgedAt: ctx.now(),
      })),
    )
    .execute()
  ctx.changed('campaigns')
}

/** Phone, place or consent may be new: who is waiting is decided on again. */
export async function onBrokerChanged(ctx: Ctx, { brokerId }: AppEvents['broker.changed']): Promise<void> {
  if ((await reconsider(ctx, { brokerId })) > 0) ctx.changed('campaigns')
}

export async function onCampaignChanged(
  ctx: Ctx,
  { campaignId, before, after }: AppEvents['campaign.changed'],
): Promise<void> {
  if (after === 'completed') {
    await endWaiting(ctx, campaignId)
    await noteCampaign(ctx, campaignId, { running: false })
    return
  }
  // failures from before a person made it active again are no reason to pause it at once
  if (after === 'active' && before !== null && before !== 'active') {
    await noteCampaign(ctx, campaignId, { burstAfter: await newestCall(ctx, campaignId) })
  }
  const campaign = await findCampaign(ctx, campaignId)
  const planned = await plannedHours(ctx, campaignId)
  if (!campaign || planned === null) return
  const hours = hoursOf(campaign)
  if (sameHours(planned, hours)) return
  await reconsider(ctx, { campaignId })
  await noteCampaign(ctx, campaignId, { hours })
}

function sameHours(planned: unknown, hours: ReturnType<typeof hoursOf>): boolean {
  const known = planned as Partial<ReturnType<typeof hoursOf>> // noteCampaign wrote it; an odd one just differs
  return (
    known.start === hours.start &&
    known.end === hours.end &&
    known.zone === hours.zone &&
    known.respectLocalTime === hours.respectLocalTime &&
    String(known.days) === String(hours.days)
  )
}

/**
 * Places in campaigns and decisions of a merged record go on as the kept one's. Where both stood in one campaign the
 * kept one has one place: whoever was reached, or called further, counts, so that nobody is called for two records.
 */
export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  // the place that is nearer to its end; the kept record's own where they are alike
  await sql`update enrolments kept set
      state = case when further then going.state else kept.state end,
      due_at = greatest(kept.due_at, going.due_at),
      attempts = greatest(kept.attempts, going.attempts),
      ended_reason = case when further then going.ended_reason else kept.ended_reason end,
      reached = kept.reached or going.reached,
      updated_at = ${ctx.now()}
    from (
      select other.*, (other.reached and not own.reached)
        or (other.reached = own.reached and other.state = 'done' and own.state <> 'done') as further, own.id as own_id
      from enrolments other
      join enrolments own on own.campaign_id = other.campaign_id and own.simulated = other.simulated
      where other.broker_id = ${fromId} and own.broker_id = ${intoId}
    ) going
    where kept.id = going.own_id`.execute(ctx.db)
  await sql`delete from enrolments other using enrolments own
    where other.broker_id = ${fromId} and own.broker_id = ${intoId}
      and own.campaign_id = other.campaign_id and own.simulated = other.simulated`.execute(ctx.db)
  await ctx.db.updateTable('enrolments').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  await ctx.db.updateTable('callDecisions').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  ctx.changed('campaigns')
}
