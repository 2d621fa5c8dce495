import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { loadLaw } from '#server/modules/campaigns/calling-rules/calling-rules.views.ts'
import { type RuleTimeline, rulesAt } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { type CallingWindow, callingWindow } from './calling-window.rules.ts'
import { RULES_VERSION } from './decide.rules.ts'
import { attemptsOf, enrolmentAfter, type FinishedDial, mayBeRetried } from './enrolments.rules.ts'
import {
  type CalledEnrolment,
  cancelWaiting,
  type EnrolmentDial,
  endWaiting,
  lockEnrolmentsOf,
  mergeEnrolments,
  newestCallId,
  plannedHours,
  releaseBetterHours,
  reopenReleased,
  requeueBrokers,
  requeueCampaign,
} from './enrolments.store.ts'
import { changeEnrolments, type EnrolmentChange, insertRefusals, updateCampaignDialling } from './store.ts'
import { DATA_VERSIONS, findCampaign, findCampaigns, hoursOf } from './views.ts'

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
  law: RuleTimeline
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
  const { hours, law } = await loadLaw(ctx)
  return new Map(
    campaigns.map((campaign) => {
      const { nextRetry } = callingWindow(hoursOf(campaign), hours)
      return [campaign.id, { nextRetry, law, isCompleted: campaign.status === 'completed' }]
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
  const mostDials = retry && rulesAt(retry.law, last.at).rules.dialsPerCampaign
  const after = enrolmentAfter(finished, { window: { nextRetry }, place, now: last.at, mostDials })
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
  await insertRefusals(
    ctx,
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

export const onBrokerMerging = (ctx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> =>
  mergeEnrolments(ctx, fromId, intoId)
