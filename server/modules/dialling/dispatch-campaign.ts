import { callOutcomes, outcomeTable } from '#contract/calls.ts'
import { dateIn } from '#server/calendar/days.ts'
import { zonesOf } from '#server/calendar/places.ts'
import type { Ctx } from '#server/ctx.ts'
import { dialPlaced, placeCall } from '#server/modules/calls/dispatch/place-call.ts'
import { setStatusAutomatically } from '#server/modules/campaigns/campaigns.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { nextDay } from './calling-window.rules.ts'
import { type CallDecision, decideTogether } from './decide.rules.ts'
import {
  type CampaignLoad,
  campaignLoad,
  claimDue,
  countOpenEnrolments,
  lockActive,
} from './dispatch-campaign.store.ts'
import { BURST_OF, failureBurst, isFailure } from './enrolments.rules.ts'
import type { CallFacts, CallPolicy } from './facts.rules.ts'
import { changeEnrolments, type EnrolmentChange, insertDecisions, updateCampaignDialling } from './store.ts'
import { type CampaignRow, type Candidate, loadCandidates, loadPolicy } from './views.ts'

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
  const clock = runningClock(await provider.clock())
  return ctx.tx(async (tx) => {
    const campaign = await lockActive(tx, campaignId)
    if (!campaign) return []
    const scope = { campaignId, simulated: provider.simulated, now: clock.now }
    const load = await campaignLoad(tx, { ...scope, burstOf: BURST_OF })
    if (await pauseOnBurst(tx, campaign, load)) return []
    const free = Math.min(campaign.maxConcurrentCalls - load.inFlight, limit)
    const claimed = free > 0 ? await claimDue(tx, { ...scope, limit: free }) : []
    if (claimed.length === 0) {
      if (load.inFlight === 0 && (await countOpenEnrolments(tx, scope)) === 0) await complete(tx, campaignId)
      return []
    }
    const policy = await loadPolicy(tx, campaign, provider, clock.speed)
    const brokerIds = claimed.map(({ brokerId }) => brokerId)
    const candidates = await loadCandidates(tx, { ...scope, brokerIds })
    return decideAndPlace(tx, { campaign, provider, policy, candidates, clock })
  })
}

interface RunningClock {
  /** The instant that this turn's decisions use. */
  now: Date
  speed: number
  /** The provider's time at the moment of the call. */
  current(): Date
}

/** Advances the provider's clock locally, which saves a query per dial. */
function runningClock({ now, speed }: { now: Date; speed: number }): RunningClock {
  const start = performance.now()
  return { now, speed, current: () => new Date(now.getTime() + (performance.now() - start) * speed) }
}

interface Turn {
  campaign: CampaignRow
  provider: VoiceProvider
  policy: CallPolicy
  candidates: Candidate[]
  clock: RunningClock
}

async function decideAndPlace(tx: Ctx, turn: Turn): Promise<PlacedDial[]> {
  const { candidates, policy, clock, campaign } = turn
  const decisions = decideTogether(
    candidates.map(({ facts }) => facts),
    policy,
    clock.now,
  )
  const decided = candidates.flatMap(({ facts, enrolment }) => {
    const decision = decisions.get(facts.brokerId)
    return decision && enrolment ? [{ facts, enrolmentId: enrolment.id, decision }] : []
  })
  const ids = await insertDecisions(tx, campaign.id, decided, { judgedAt: clock.now, skipUnchanged: false })
  const changes: EnrolmentChange[] = []
  const dials: PlacedDial[] = []
  // every transaction inserts calls in the order of their numbers, so that two transactions never deadlock
  for (const item of decided.toSorted((a, b) => compare(a.facts.number?.e164, b.facts.number?.e164))) {
    const decisionId = ids.get(item.facts.brokerId)
    if (item.decision.verdict === 'call' && decisionId !== undefined) {
      const { change, dial } = await place(tx, turn, { ...item, decisionId })
      changes.push(change)
      if (dial) dials.push(dial)
    } else changes.push(changeAfter(item.enrolmentId, item.decision))
  }
  await changeEnrolments(tx, changes)
  tx.changed('campaigns')
  return dials
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b)
}

interface Item {
  facts: CallFacts
  enrolmentId: number
  decisionId: number
}

async function place(
  tx: Ctx,
  { campaign, provider, policy, clock }: Turn,
  { facts, enrolmentId, decisionId }: Item,
): Promise<{ change: EnrolmentChange; dial?: PlacedDial }> {
  const { place: where, number } = facts
  if (campaign.versionId === null || !number) throw new Error(`broker ${facts.brokerId} cannot be called`)
  const attempt = facts.campaignDials.length + 1
  const placed = await placeCall(tx, {
    provider,
    campaignId: campaign.id,
    campaignVersionId: campaign.versionId,
    brokerId: facts.brokerId,
    toNumber: number.e164,
    clock,
    enrolmentId,
    attempt,
    decisionId,
    capDate: dateIn(clock.now.getTime(), zonesOf(where)[0]),
  })
  if (placed.ok) {
    const change = { ...unchanged(enrolmentId), state: 'in_flight', attempts: attempt } as const
    const stillOpen = (): boolean => policy.window.isOpen(clock.current(), where)
    return { change, dial: { callId: placed.callId, stillOpen } }
  }
  // another campaign called first; the next turn sees its call and decides again
  const dueAt =
    placed.reason === 'called_today' ? nextDay(clock.now, where) : new Date(clock.now.getTime() + 60_000)
  return { change: { ...unchanged(enrolmentId), dueAt } }
}

function unchanged(id: number): EnrolmentChange {
  return { id, state: 'waiting', dueAt: null, attempts: null, endedReason: null, reached: false }
}

function changeAfter(id: number, decision: CallDecision): EnrolmentChange {
  if (decision.verdict === 'later') return { ...unchanged(id), dueAt: decision.notBefore }
  return { ...unchanged(id), state: 'done', endedReason: decision.reasons[0]?.code ?? null }
}

async function complete(tx: Ctx, campaignId: number): Promise<void> {
  await updateCampaignDialling(tx, campaignId, { running: false })
  await setStatusAutomatically(tx, campaignId, { from: 'active', to: 'completed', reason: null })
}

/** Pauses the campaign when too many recent dials failed. @returns whether it did */
async function pauseOnBurst(tx: Ctx, campaign: CampaignRow, load: CampaignLoad): Promise<boolean> {
  // `newest` catches instant refusals at once; `settled` judges slow failures among dials of the same period, as
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
    await tx.db
      .insertInto('activities')
      .values({
        type: 'campaign_paused',
        description: `${campaign.name} paused itself: ${reason}`,
        campaignId: campaign.id,
        simulated: tx.providers.voice.active?.simulated ?? false,
      })
      .execute()
    tx.changed('activities')
  }
  return paused
}

/** Dials a placed call when the pace allows it, unless its calling window has closed. */
export async function dialInTurn(ctx: Ctx, { callId, stillOpen }: PlacedDial): Promise<void> {
  const closedMessage = 'Not dialled: the calling hours ended before its turn came.'
  await dialPlaced(ctx, callId, { stillOpen, closedMessage })
}
