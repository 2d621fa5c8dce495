import { callOutcomes, outcomeTable } from '#contract/calls/calls.ts'
import { dateIn } from '#server/calendar/days.ts'
import { zonesOf } from '#server/calendar/places.ts'
import { type RunningClock, runningClock } from '#server/calendar/running-clock.ts'
import type { Ctx } from '#server/ctx.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import {
  dialPlaced,
  type Placed,
  type Placing,
  placeCalls,
} from '#server/modules/calls/dispatch/place-call.ts'
import { type Budget, budgetReason } from '#server/modules/campaigns/budget.rules.ts'
import { setStatusAutomatically } from '#server/modules/campaigns/campaigns.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { nextDay } from './calling-window.rules.ts'
import { loadCandidates } from './candidates.views.ts'
import { beforeFirstCall, type Decided, decideInOrder, isCallable } from './decide-turn.rules.ts'
import {
  type CampaignLoad,
  type Claimed,
  campaignLoad,
  claimDue,
  hasOpenEnrolments,
  lockActive,
} from './dispatch-campaign.store.ts'
import { capDaysOf } from './eligibility.rules.ts'
import { BURST_OF, failureBurst, isFailure } from './enrolments.rules.ts'
import type { CallFacts, CallPolicy } from './facts.rules.ts'
import {
  changeEnrolments,
  type EnrolmentChange,
  type HoursKept,
  hoursKept,
  insertDecisions,
  updateCampaignDialling,
} from './store.ts'
import { type CampaignRow, loadPolicy } from './views.ts'
import { stopOnBudget, watchBudget } from './watch-budget.ts'

/**
 * Limit of further brokers to defer in a turn without a callable one. When a state's calling hours end, thousands who
 * wait there would otherwise be deferred in batches of the free lines before the next state's turn.
 */
const PUT_OFF_AT_ONCE = 500

/** A placed call, to be dialled outside the transaction while its calling window is open. */
export interface PlacedDial {
  callId: number
  /** Whether the window is still open on the provider's clock, which advances between decision and dial. */
  stillOpen(): boolean
}

/**
 * One turn for one campaign, in one transaction: claims due enrolments for the free lines, decides again on fresh
 * facts, records the decisions and places the calls.
 * @param limit the most dials that the caller can take
 * @returns the calls to dial now
 */
export async function dispatchCampaign(
  ctx: Ctx,
  provider: VoiceProvider,
  { campaignId, limit }: { campaignId: number; limit: number },
): Promise<PlacedDial[]> {
  const clock = runningClock(await provider.clock(), ctx.now)
  return ctx.tx(async (tx) => {
    const campaign = await lockActive(tx, campaignId)
    if (!campaign) return []
    const scope = { campaignId, simulated: provider.simulated, now: clock.now }
    const load = await campaignLoad(tx, { ...scope, burstOf: BURST_OF })
    if (await pauseOnBurst(tx, campaign, load)) return []
    const budget = await watchBudget(tx, campaign, provider)
    const lines = campaign.maxConcurrentCalls - load.inFlight
    const free = Math.min(lines, limit, budget?.room ?? lines)
    const claimed = free > 0 ? await claimDue(tx, { ...scope, limit: free }) : []
    if (claimed.length === 0) {
      if (load.inFlight === 0 && !(await hasOpenEnrolments(tx, scope))) await complete(tx, campaignId)
      else if (budget?.room === 0 && limit > 0)
        await refuseByBudget(tx, { campaign, provider, clock, budget })
      return []
    }
    const policy = await loadPolicy(tx, campaign, provider, clock.speed)
    const decide = async (enrolments: readonly Claimed[]) => {
      const brokerIds = enrolments.map(({ brokerId }) => brokerId)
      const candidates = await loadCandidates(tx, {
        ...scope,
        brokerIds,
        capDays: capDaysOf(policy, clock.now),
      })
      return decideInOrder(candidates, brokerIds, { policy, now: clock.now })
    }
    const decided = await decide(claimed)
    const turn = { campaign, provider, policy, clock }
    const dials = await recordAndPlace(tx, turn, decided)
    if (claimed.length === free && !decided.some(isCallable)) {
      const more = beforeFirstCall(await decide(await claimDue(tx, { ...scope, limit: PUT_OFF_AT_ONCE })))
      await recordAndPlace(tx, turn, more)
    }
    return dials
  })
}

/**
 * Stops a campaign that has due brokers and no budget for them, and records why they are not called. It waits while
 * calls are on the line, because they may cost less than is reserved for them.
 */
async function refuseByBudget(
  tx: Ctx,
  { campaign, provider, clock, budget }: Omit<Turn, 'policy'> & { budget: Budget },
): Promise<void> {
  const scope = { campaignId: campaign.id, simulated: provider.simulated, now: clock.now }
  const claimed = await claimDue(tx, { ...scope, limit: PUT_OFF_AT_ONCE })
  if (claimed.length === 0 || !(await stopOnBudget(tx, campaign, budget, provider))) return
  const policy = await loadPolicy(tx, campaign, provider, clock.speed)
  const brokerIds = claimed.map(({ brokerId }) => brokerId)
  const capDays = capDaysOf(policy, clock.now)
  const candidates = await loadCandidates(tx, { ...scope, brokerIds, capDays })
  const limits = { ...policy, budgetUsed: budgetReason(budget) }
  const decided = decideInOrder(candidates, brokerIds, { policy: limits, now: clock.now })
  await recordAndPlace(tx, { campaign, provider, policy: limits, clock }, decided)
}

interface Turn {
  campaign: CampaignRow
  provider: VoiceProvider
  policy: CallPolicy
  clock: RunningClock
}

async function recordAndPlace(tx: Ctx, turn: Turn, decided: readonly Decided[]): Promise<PlacedDial[]> {
  const { campaign, clock } = turn
  const ids = await insertDecisions(tx, campaign.id, decided, clock.now)
  const callable = decided.flatMap(({ decision, ...item }) => {
    const decisionId = ids.get(item.facts.brokerId)
    return decision.verdict === 'call' && decisionId !== undefined
      ? [{ ...item, decisionId, hours: hoursKept(item.facts, decision) }]
      : []
  })
  const places = await placeAll(tx, turn, callable)
  const placed = new Set(callable.map(({ enrolmentId }) => enrolmentId))
  const others = decided.filter(({ enrolmentId }) => !placed.has(enrolmentId))
  await changeEnrolments(tx, [...places.map(({ change }) => change), ...others.map(changeAfter)])
  return places.flatMap(({ dial }) => dial ?? [])
}

interface Item {
  facts: CallFacts
  hours: HoursKept | null
  enrolmentId: number
  decisionId: number
}

interface Place {
  change: EnrolmentChange
  dial?: PlacedDial
}

async function placeAll(tx: Ctx, turn: Turn, items: readonly Item[]): Promise<Place[]> {
  const placed = await placeCalls(
    tx,
    items.map((item) => placingOf(turn, item)),
  )
  return items.map((item, index) => placeAfter(turn, item, placed[index]))
}

function placingOf({ campaign, provider, clock }: Turn, { facts, enrolmentId, decisionId }: Item): Placing {
  if (campaign.versionId === null || !facts.number)
    throw new Error(`broker ${facts.brokerId} cannot be called`)
  return {
    provider,
    campaignId: campaign.id,
    campaignVersionId: campaign.versionId,
    brokerId: facts.brokerId,
    toNumber: facts.number.e164,
    clock,
    enrolmentId,
    attempt: attemptOf(facts),
    decisionId,
    capDate: dateIn(clock.now.getTime(), zonesOf(facts.place)[0]),
  }
}

const attemptOf = ({ campaignDials }: CallFacts): number => campaignDials.length + 1

function placeAfter({ policy, clock }: Turn, { facts, enrolmentId, hours }: Item, placed?: Placed): Place {
  const where = facts.place
  if (placed?.ok) {
    const change = {
      ...unchanged(enrolmentId),
      state: 'in_flight',
      attempts: attemptOf(facts),
      hours,
    } as const
    const stillOpen = (): boolean => policy.window.isOpen(clock.current(), where)
    return { change, dial: { callId: placed.callId, stillOpen } }
  }
  // another campaign called first; the next turn sees its call and decides again
  const dueAt =
    placed?.reason === 'called_today' ? nextDay(clock.now, where) : new Date(clock.now.getTime() + 60_000)
  return { change: { ...unchanged(enrolmentId), dueAt, hours } }
}

function unchanged(id: number): EnrolmentChange {
  return { id, state: 'waiting', dueAt: null, attempts: null, endedReason: null, reached: false }
}

function changeAfter({
  enrolmentId,
  decision,
  facts,
}: Decided): EnrolmentChange & { hours: HoursKept | null } {
  const change = { ...unchanged(enrolmentId), hours: hoursKept(facts, decision) }
  if (decision.verdict === 'later') return { ...change, dueAt: decision.notBefore }
  return { ...change, state: 'done', endedReason: decision.reasons[0]?.code ?? null }
}

async function complete(tx: Ctx, campaignId: number): Promise<void> {
  await updateCampaignDialling(tx, campaignId, { running: false })
  await setStatusAutomatically(tx, campaignId, { from: 'active', to: 'completed', reason: null })
}

/** Pauses the campaign when too many recent dials failed. @returns whether it did */
async function pauseOnBurst(tx: Ctx, campaign: CampaignRow, load: CampaignLoad): Promise<boolean> {
  // `newest` catches instant refusals immediately; `settled` judges slow failures among dials of the same period, as
  // fast failures end first and would outweigh conversations that are still running
  const burst = [load.newest, load.settled].find(
    (dials) => failureBurst(dials.map(({ outcome }) => outcome)) !== null,
  )
  if (!burst) return false
  const failing = burst.filter(({ outcome }) => isFailure(outcome))
  const kinds = callOutcomes
    .map((outcome) => ({ outcome, times: failing.filter((call) => call.outcome === outcome).length }))
    .filter(({ times }) => times > 0)
    .map(({ outcome, times }) => `${times} × ${outcomeTable[outcome].label.toLowerCase()}`)
  const calls = failing.map(({ id }) => `#${id}`).join(', ')
  const reason = `${failing.length} of the last ${BURST_OF} calls failed (${kinds.join(', ')}): calls ${calls}.`
  const paused = await setStatusAutomatically(tx, campaign.id, { from: 'active', to: 'paused', reason })
  if (paused) {
    await addActivity(tx, {
      type: 'campaign_paused',
      description: `${campaign.name} paused itself: ${reason}`,
      ...{ brokerId: null, campaignId: campaign.id },
      simulated: tx.providers.voice.active?.simulated ?? false,
    })
  }
  return paused
}

/** Dials a placed call when the pace allows it, unless its calling window has closed. */
export async function dialInTurn(ctx: Ctx, { callId, stillOpen }: PlacedDial): Promise<void> {
  const closedMessage = 'Not dialled: the calling hours ended before its turn came.'
  await dialPlaced(ctx, callId, { stillOpen, closedMessage })
}
