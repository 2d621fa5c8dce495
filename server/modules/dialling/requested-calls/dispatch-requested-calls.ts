import { dateIn } from '#server/calendar/days.ts'
import { zonesOf } from '#server/calendar/places.ts'
import { type RunningClock, runningClock } from '#server/calendar/running-clock.ts'
import type { Ctx } from '#server/ctx.ts'
import { type Placed, placeCall } from '#server/modules/calls/dispatch/place-call.ts'
import { budgetReason } from '#server/modules/campaigns/budget.rules.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { type Candidate, loadCandidates } from '../candidates.views.ts'
import { type CallDecision, decide, MAX_DELAY_MS } from '../decide.rules.ts'
import { campaignLoad } from '../dispatch-campaign.store.ts'
import type { PlacedDial } from '../dispatch-campaign.ts'
import { capDaysOf } from '../eligibility.rules.ts'
import { BURST_OF } from '../enrolments.rules.ts'
import type { CallFacts, CallPolicy } from '../facts.rules.ts'
import { insertDecisions, lockCampaign } from '../store.ts'
import { type CampaignRow, loadPolicy } from '../views.ts'
import { stopOnBudget, watchBudget } from '../watch-budget.ts'
import { giveUp } from './end-requested-call.ts'
import {
  campaignsWithDue,
  claimDueRequested,
  type RequestedCallRow,
  takeStep,
} from './requested-calls.store.ts'

/** No more are given up in one transaction. */
const MAX_GIVEN_UP = 100
const AGAIN_AFTER_MS = 60_000

/**
 * Dials due calls that people asked for, in the lines of their campaigns and before its own dials; also of a campaign
 * that has ended.
 * @param limit the most dials that the caller can take
 */
export async function dispatchRequestedCalls(
  ctx: Ctx,
  provider: VoiceProvider,
  { now, limit }: { now: Date; limit: number },
): Promise<PlacedDial[]> {
  const { simulated } = provider
  const campaigns = await campaignsWithDue(ctx, { simulated, now, tooLateMs: MAX_DELAY_MS })
  const dials: PlacedDial[] = []
  for (const campaignId of campaigns) {
    try {
      dials.push(...(await dispatchOf(ctx, provider, { campaignId, limit: limit - dials.length })))
    } catch (error) {
      ctx.log.error({ err: error, campaignId }, 'requested calls not dispatched')
    }
  }
  return dials
}

interface Turn {
  campaign: CampaignRow
  provider: VoiceProvider
  policy: CallPolicy
  clock: RunningClock
}

async function dispatchOf(
  ctx: Ctx,
  provider: VoiceProvider,
  { campaignId, limit }: { campaignId: number | null; limit: number },
): Promise<PlacedDial[]> {
  const clock = runningClock(await provider.clock(), ctx.now)
  return ctx.tx(async (tx) => {
    const campaign = campaignId === null ? undefined : await lockCampaign(tx, campaignId)
    const scope = { campaignId, simulated: provider.simulated, now: clock.now }
    if (!campaign?.versionId || campaign.status === 'paused') {
      await giveUpLate(tx, await claimDueRequested(tx, { ...scope, limit: MAX_GIVEN_UP }), {
        ...{ campaign, clock },
        why: 'The campaign was paused at that time.',
      })
      return []
    }
    const budget = await watchBudget(tx, campaign, provider)
    if (budget?.room === 0) {
      await stopOnBudget(tx, campaign, budget, provider)
      await giveUpLate(tx, await claimDueRequested(tx, { ...scope, limit: MAX_GIVEN_UP }), {
        ...{ campaign, clock },
        why: budgetReason(budget),
      })
      return []
    }
    const load = await campaignLoad(tx, {
      campaignId: campaign.id,
      simulated: provider.simulated,
      burstOf: BURST_OF,
    })
    const lines = campaign.maxConcurrentCalls - load.inFlight
    const free = Math.min(lines, limit, budget?.room ?? lines)
    const claimed = free > 0 ? await claimDueRequested(tx, { ...scope, limit: free }) : []
    if (claimed.length === 0) return []
    const policy = await loadPolicy(tx, campaign, provider, clock.speed)
    const brokerIds = claimed.map(({ brokerId }) => brokerId)
    const capDays = capDaysOf(policy, clock.now)
    const candidates = await loadCandidates(tx, { ...scope, campaignId: campaign.id, brokerIds, capDays })
    const found = new Map(candidates.map((candidate) => [candidate.facts.brokerId, candidate]))
    const dials: PlacedDial[] = []
    for (const call of claimed) {
      const dial = await decideAndPlace(tx, { campaign, provider, policy, clock }, { call, found })
      if (dial) dials.push(dial)
    }
    return dials
  })
}

/** Of a campaign that was deleted, or could not call until past the time of the call. */
async function giveUpLate(
  tx: Ctx,
  calls: readonly RequestedCallRow[],
  { campaign, clock, why }: { campaign: CampaignRow | undefined; clock: RunningClock; why: string },
): Promise<void> {
  for (const call of calls) {
    const late = call.until.getTime() + MAX_DELAY_MS <= clock.now.getTime()
    if (campaign && !late) continue
    const reason = campaign ? why : 'The campaign was deleted.'
    await giveUp(tx, call, { reason, optedOut: false })
  }
}

interface Claimed {
  call: RequestedCallRow
  found: ReadonlyMap<number, Candidate>
}

async function decideAndPlace(tx: Ctx, turn: Turn, { call, found }: Claimed): Promise<PlacedDial | null> {
  const candidate = found.get(call.brokerId)
  if (!candidate) return null
  const requested = { dueAt: call.dueAt.toISOString(), until: call.until.toISOString() }
  const facts: CallFacts = { ...candidate.facts, requested }
  if (facts.number?.e164 !== call.phone) {
    await giveUp(tx, call, {
      reason: 'The number in the broker’s record has changed since.',
      optedOut: false,
    })
    return null
  }
  const decision = decide(facts, turn.policy, turn.clock.now)
  const enrolmentId = candidate.enrolment?.id ?? null
  const ids = await insertDecisions(tx, turn.campaign.id, [{ facts, decision, enrolmentId }], turn.clock.now)
  const decisionId = ids.get(call.brokerId)
  if (decision.verdict === 'never') {
    await giveUp(tx, call, refusalOf(decision))
    return null
  }
  if (decision.verdict === 'later') {
    await takeStep(tx, {
      id: call.id,
      move: 'move',
      ...(decision.notBefore && { dueAt: decision.notBefore }),
    })
    return null
  }
  return place(tx, turn, { call, facts, enrolmentId, decisionId })
}

const refusalOf = ({ reasons }: CallDecision) => ({
  reason: reasons[0]?.text ?? 'No call is possible.',
  optedOut: reasons.some(({ code }) => code === 'opted_out'),
})

interface Placeable {
  call: RequestedCallRow
  facts: CallFacts
  enrolmentId: number | null
  decisionId: number | undefined
}

async function place(
  tx: Ctx,
  { campaign, provider, policy, clock }: Turn,
  { call, facts, enrolmentId, decisionId }: Placeable,
): Promise<PlacedDial | null> {
  const { versionId } = campaign
  if (versionId === null) return null
  const placed: Placed = await placeCall(tx, {
    ...{ provider, clock, campaignId: campaign.id, campaignVersionId: versionId, brokerId: facts.brokerId },
    toNumber: call.phone,
    ...(enrolmentId !== null && { enrolmentId, attempt: facts.campaignDials.length + 1 }),
    ...(decisionId !== undefined && { decisionId }),
    capDate: dateIn(clock.now.getTime(), zonesOf(facts.place)[0]),
    requested: true,
  })
  if (!placed.ok) {
    // another dial was placed meanwhile: the next turn sees it and decides again
    await takeStep(tx, { id: call.id, move: 'move', dueAt: new Date(clock.now.getTime() + AGAIN_AFTER_MS) })
    return null
  }
  await takeStep(tx, { id: call.id, move: 'dial', callId: placed.callId })
  return { callId: placed.callId, stillOpen: () => policy.window.isOpen(clock.current(), facts.place) }
}
