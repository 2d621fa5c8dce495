import { type SkipReason, skipReasons } from '#contract/dialling.ts'
import { NO_PHONE_NUMBERS } from '#contract/phone-messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { requireOrganisation } from '#server/modules/calls/require-organisation.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { type CallDecision, decideTogether } from './decide.rules.ts'
import type { CallPolicy } from './facts.rules.ts'
import { enrol, insertDecisions, lockCampaign, noteCampaign } from './store.ts'
import { type CampaignRow, type Candidate, hoursOf, isRunning, loadCandidates, loadPolicy } from './views.ts'

export interface Started {
  callsInitiated: number
  campaignName: string
  scheduled: number
  skipped: Partial<Record<SkipReason, number>>
}

/** A broker who is not in the campaign yet (or was not reached), with what was decided. */
export interface Choice {
  candidate: Candidate
  decision: CallDecision
}

/**
 * Enrols every broker that may be called; the dispatcher takes it from there. Repeating it enrols nobody twice,
 * also when two browsers ask at once: the campaign's row is locked.
 */
export async function startCalls(ctx: Ctx, campaignId: number): Promise<Started> {
  authorise(ctx, 'calls.dial')
  const provider = providerToStart(ctx)
  const { speed } = await provider.clock()
  return ctx.tx(async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'active') throw new AppError('conflict', startRefusal(campaign))
    if (!provider.simulated) await requireOrganisation(tx)
    const now = await provider.startClock(tx.db)
    const policy = await loadPolicy(tx, campaign, provider, speed)
    const candidates = await loadCandidates(tx, scopeOf(campaign, provider, now))
    const choices = choose(candidates, { policy, now, running: await isRunning(tx, campaignId) })
    const scope = { campaignId, simulated: provider.simulated }
    const enrolled = await enrol(tx, scope, placesOf(choices, now))
    // what is called at once is decided, and written down, again right before the dial
    const told = choices.filter(({ decision }) => decision.verdict !== 'call')
    await insertDecisions(
      tx,
      campaignId,
      told.map(({ candidate: { facts }, decision }) => ({
        facts,
        decision,
        enrolmentId: enrolled.get(facts.brokerId) ?? null,
      })),
      { judgedAt: now, onlyNews: true },
    )
    if (enrolled.size > 0) await noteCampaign(tx, campaignId, { running: true, hours: hoursOf(campaign) })
    const { callableNow, callableLater, skipped } = count(choices)
    const answer = {
      callsInitiated: callableNow,
      campaignName: campaign.name,
      scheduled: callableLater,
      skipped,
    }
    await audit(tx, {
      action: 'campaign.started',
      subjectType: 'campaign',
      subjectId: campaignId,
      after: answer,
    })
    tx.changed('campaigns', 'dashboard', 'clock')
    return answer
  })
}

/** @throws AppError rule_forbids where no provider is configured */
export function providerToStart(ctx: Ctx): VoiceProvider {
  const provider = ctx.providers.voice.active
  if (!provider) throw new AppError('rule_forbids', NO_PHONE_NUMBERS)
  return provider
}

export function scopeOf(
  campaign: CampaignRow,
  provider: VoiceProvider,
  now: Date,
): { campaignId: number; simulated: boolean; now: Date } {
  return { campaignId: campaign.id, simulated: provider.simulated, now }
}

/**
 * Decides on all who are new to the campaign; where it has completed since it last ran also on those who were
 * never reached. While it runs, whoever had a place keeps what came of it.
 */
export function choose(
  candidates: readonly Candidate[],
  { policy, now, running }: { policy: CallPolicy; now: Date; running: boolean },
): Choice[] {
  const open = candidates.filter(
    ({ enrolment }) => !enrolment || (!running && enrolment.state === 'done' && !enrolment.reached),
  )
  const decisions = decideTogether(
    open.map(({ facts }) => facts),
    policy,
    now,
  )
  return open.flatMap((candidate) => {
    const decision = decisions.get(candidate.facts.brokerId)
    return decision ? [{ candidate, decision }] : []
  })
}

export interface Counts {
  callableNow: number
  callableLater: number
  skipped: Partial<Record<SkipReason, number>>
}

export function count(choices: readonly Choice[]): Counts {
  const counts: Counts = { callableNow: 0, callableLater: 0, skipped: {} }
  for (const { decision } of choices) {
    if (decision.verdict === 'call') counts.callableNow++
    if (decision.verdict === 'later') counts.callableLater++
    const code = decision.reasons[0]?.code
    if (decision.verdict === 'never' && isSkipReason(code))
      counts.skipped[code] = (counts.skipped[code] ?? 0) + 1
  }
  return counts
}

function isSkipReason(code: string | undefined): code is SkipReason {
  return skipReasons.some((reason) => reason === code)
}

function placesOf(choices: readonly Choice[], now: Date): { brokerId: number; dueAt: Date }[] {
  return choices
    .filter(({ decision }) => decision.verdict !== 'never')
    .map(({ candidate, decision }) => ({
      brokerId: candidate.facts.brokerId,
      dueAt: decision.notBefore ?? now,
    }))
}

function startRefusal(campaign: CampaignRow): string {
  return campaign.status === 'paused'
    ? `${campaign.name} is paused. Start it again before making calls.`
    : `${campaign.name} is completed. Start it again before making calls.`
}
