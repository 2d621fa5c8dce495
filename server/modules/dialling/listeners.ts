import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { type CallingWindow, callingWindow } from './calling-window.rules.ts'
import { RULES_VERSION } from './decide.rules.ts'
import { attemptsOf, enrolmentAfter, type FinishedDial, mayBeRetried } from './enrolments.rules.ts'
import {
  type CalledEnrolment,
  cancelWaiting,
  type EnrolmentDial,
  endWaiting,
  lockEnrolmentsOf,
  newestCallId,
  plannedHours,
  releaseBetterHours,
  reopenReleased,
  requeueBrokers,
  requeueCampaign,
} from './enrolments.store.ts'
import { changeEnrolments, type EnrolmentChange, updateCampaignDialling } from './store.ts'
import { DATA_VERSIONS, findCampaign, findCampaigns, hoursOf, loadHoursPolicy } from './views.ts'

/** Updates the enrolments of calls that finished, or whose outcome was corrected. */
export async function onCallsFinished(ctx: Ctx, { calls }: AppEvents['calls.finished']): Promise<void> {
  const enrolments = await lockEnrolmentsOf(
    ctx,
    calls.map(({ callId }) => callId),
  )
  if (enrolments.length === 0) return
  const retries = await loadRetryTerms(ctx, enrolments)
  await changeEnrolments(
    ctx,
    enrolments.map((enrolment) => changeAfter(enrolment, retries.get(enrolment.campaignId))),
  )
}

/** The settings of a campaign that decide whether and when a broker is called again. */
interface RetryTerms {
  nextRetry: CallingWindow['nextRetry']
  isCompleted: boolean
}

/** Of the campaigns that call somebody again, as most conversations end the enrolment. */
async function loadRetryTerms(
  ctx: Ctx,
  enrolments: readonly CalledEnrolment[],
): Promise<Map<number, RetryTerms>> {
  const retried = enrolments.filter(({ dials }) => mayBeRetried(finishedOf(dials)))
  if (retried.length === 0) return new Map()
  const campaigns = await findCampaigns(ctx, [...new Set(retried.map(({ campaignId }) => campaignId))])
  const policy = await loadHoursPolicy(ctx)
  return new Map(
    campaigns.map((campaign) => {
      const { nextRetry } = callingWindow(hoursOf(campaign), policy)
      return [campaign.id, { nextRetry, isCompleted: campaign.status === 'completed' }]
    }),
  )
}

const finishedOf = (dials: readonly EnrolmentDial[]): (EnrolmentDial & FinishedDial)[] =>
  dials.filter((dial): dial is EnrolmentDial & FinishedDial => dial.outcome !== null)

function changeAfter(
  { enrolmentId, place, dials }: CalledEnrolment,
  retry: RetryTerms | undefined,
): EnrolmentChange {
  const finished = finishedOf(dials)
  const reached = finished.some(({ outcome }) => outcome === 'human')
  const screened = finished.some(({ outcome }) => outcome === 'screened')
  const chose = finished.some((dial) => dial.chose)
  // an earlier dial was corrected while a later one is in flight: the later one's end decides the state
  if (finished.length < dials.length) {
    const state = { state: 'in_flight', dueAt: null, attempts: null, endedReason: null } as const
    return { id: enrolmentId, ...state, screened, reached, chose }
  }
  const last = finished.reduce((a, b) => (b.at > a.at ? b : a))
  const nextRetry = retry?.nextRetry ?? (() => null)
  const after = enrolmentAfter(finished, { window: { nextRetry }, place, now: last.at })
  const waits = after.state === 'waiting' && !retry?.isCompleted
  return {
    id: enrolmentId,
    state: waits ? 'waiting' : 'done',
    dueAt: after.state === 'waiting' ? after.dueAt : null,
    attempts: attemptsOf(dials),
    endedReason: waits ? null : after.state === 'done' ? after.endedReason : 'campaign_completed',
    screened,
    reached,
    chose,
  }
}

/** Cancels the planned calls to a suppressed number and records a decision for the timeline. */
export async function onNumberSuppressed(
  ctx: Ctx,
  { phone, simulated }: AppEvents['number.suppressed'],
): Promise<void> {
  const cancelled = await cancelWaiting(ctx, phone, { onlySimulated: simulated })
  if (cancelled.length === 0) return
  const simulatedNow = await ctx.providers.voice.named('simulator')?.now()
  const reasons = [{ code: 'opted_out', text: 'The number was suppressed; the planned call is cancelled.' }]
  await ctx.db
    .insertInto('callDecisions')
    .values(
      cancelled.map(({ campaignId, brokerId, id, simulated }) => ({
        campaignId,
        brokerId,
        enrolmentId: id,
        verdict: 'never',
        reasons: JSON.stringify(reasons),
        facts: JSON.stringify({ brokerId, suppressed: phone }),
        rulesVersion: RULES_VERSION,
        dataVersions: JSON.stringify(DATA_VERSIONS),
        // the clock of the plan
        judgedAt: (simulated && simulatedNow) || ctx.now(),
      })),
    )
    .execute()
}

/**
 * Decides again on waiting enrolments, as phone, place or consent may have changed, and on those that ended only because
 * a compliance review was due.
 */
export async function onBrokerChanged(ctx: Ctx, { brokerIds }: AppEvents['broker.changed']): Promise<void> {
  await reopenReleased(ctx, brokerIds)
  await requeueBrokers(ctx, brokerIds)
}

export async function onCampaignChanged(
  ctx: Ctx,
  { campaignId, before, after }: AppEvents['campaign.changed'],
): Promise<void> {
  if (after === 'completed') {
    await endWaiting(ctx, campaignId)
    await updateCampaignDialling(ctx, campaignId, { running: false })
    return
  }
  // failures from before a person reactivated the campaign must not pause it again
  if (after === 'active' && before !== null && before !== 'active') {
    await updateCampaignDialling(ctx, campaignId, { burstAfter: await newestCallId(ctx, campaignId) })
  }
  const campaign = await findCampaign(ctx, campaignId)
  const waits = campaign?.preferBestHours && after === 'active'
  if (!waits) await releaseBetterHours(ctx, campaignId)
  const planned = await plannedHours(ctx, campaignId)
  if (!campaign || planned === null) return
  const hours = hoursOf(campaign)
  if (sameHours(planned, hours)) return
  await requeueCampaign(ctx, campaignId)
  await updateCampaignDialling(ctx, campaignId, { hours })
}

function sameHours(planned: unknown, hours: ReturnType<typeof hoursOf>): boolean {
  // updateCampaignDialling wrote it; any other shape just compares as different
  const known = planned as Partial<ReturnType<typeof hoursOf>>
  return (
    known.start === hours.start &&
    known.end === hours.end &&
    known.zone === hours.zone &&
    known.respectLocalTime === hours.respectLocalTime &&
    String(known.days) === String(hours.days)
  )
}

/**
 * Moves enrolments and decisions of a merged record to the kept one. When both were enrolled in one campaign, one
 * enrolment remains with the more advanced state, so that the person is not called for two records.
 */
export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  // the more advanced state wins; the kept record's own when they are equal
  await sql`update enrolments kept set
      state = case when more_advanced then merged.state else kept.state end,
      due_at = greatest(kept.due_at, merged.due_at),
      attempts = greatest(kept.attempts, merged.attempts),
      ended_reason = case when more_advanced then merged.ended_reason else kept.ended_reason end,
      screened = kept.screened or merged.screened,
      reached = kept.reached or merged.reached, chose = kept.chose or merged.chose,
      visited = kept.visited or merged.visited, booked = kept.booked or merged.booked,
      hours_arm = coalesce(kept.hours_arm, merged.hours_arm), hours_from = coalesce(kept.hours_from, merged.hours_from),
      applied = kept.applied or merged.applied, accredited = kept.accredited or merged.accredited,
      updated_at = ${ctx.now()}
    from (
      select other.*, (other.reached and not own.reached)
        or (other.reached = own.reached and other.state = 'done' and own.state <> 'done') as more_advanced, own.id as own_id
      from enrolments other
      join enrolments own on own.campaign_id = other.campaign_id and own.simulated = other.simulated
      where other.broker_id = ${fromId} and own.broker_id = ${intoId}
    ) merged
    where kept.id = merged.own_id`.execute(ctx.db)
  await sql`delete from enrolments other using enrolments own
    where other.broker_id = ${fromId} and own.broker_id = ${intoId}
      and own.campaign_id = other.campaign_id and own.simulated = other.simulated`.execute(ctx.db)
  await ctx.db.updateTable('enrolments').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  await sql`select move_call_decisions(${fromId}, ${intoId})`.execute(ctx.db)
}
