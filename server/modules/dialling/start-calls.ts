import { NO_PHONE_NUMBERS } from '#contract/brokers/phone-messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { countWithoutSource } from '#server/modules/brokers/number-sources.ts'
import { requireOrganisation } from '#server/modules/calls/require-organisation.ts'
import { chooseAudience, requireBudgetLeft } from '#server/modules/campaigns/campaigns.ts'
import { requireRoom } from '#server/platform/disk-space.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { storeArms } from './arms.store.ts'
import { type Choosable, chooseInParts, type PartOfAll } from './choices.ts'
import {
  addCounts,
  brokersOf,
  type Choice,
  type Counts,
  callableOf,
  countChoices,
} from './choose-brokers.rules.ts'
import { type AudienceChoice, type Chosen, chosenAudience } from './chosen-audience.ts'
import { measureEnrolmentsJob } from './jobs.ts'
import { enrol, hoursKept, insertChangedDecisions, lockCampaign, updateCampaignDialling } from './store.ts'
import { type CampaignRow, hoursOf, isRunning, loadPolicy, plannedElsewhere } from './views.ts'

/** From this number of new enrolments on, the planner's statistics need an update. */
const MANY = 1000

export interface Started extends Omit<Counts, 'callableNow' | 'callableLater'> {
  callsInitiated: number
  campaignName: string
  scheduled: number
}

/**
 * Enrols every callable broker for the dispatcher. Repeated and concurrent requests enrol no broker twice, as the
 * campaign's row is locked.
 */
export async function startCalls(
  ctx: Ctx,
  campaignId: number,
  choice: AudienceChoice = {},
  readBeside: ReadBeside = createReadBeside(),
): Promise<Started> {
  authorise(ctx, 'calls.dial')
  await requireRoom(ctx.providers.disk, 'calls')
  const provider = providerToStart(ctx)
  const { speed } = await provider.clock()
  return ctx.tx(async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'active') throw new AppError('conflict', startRefusal(campaign))
    if (!provider.simulated) await requireOrganisation(tx)
    await requireBudgetLeft(tx, campaign, provider.simulated)
    const now = await provider.startClock(tx.db)
    const policy = await loadPolicy(tx, campaign, provider, speed)
    const chosen = await chosenAudience(tx, campaign, choice)
    await keepChoice(tx, campaign, chosen)
    const scope = scopeOf(campaign, provider, now)
    const planned = await plannedElsewhere(tx, scope)
    const parts = { policy, running: await isRunning(tx, campaignId) }
    const counted = await readBeside(ctx, tx, (reader) =>
      enrolInParts(tx, reader, {
        ...{ scope: { ...scope, rules: chosen.rules }, parts, holdOut: chosen.holdOut, planned },
        live: !provider.simulated,
      }),
    )
    // a released hold or a corrected outcome may have left brokers waiting in a reactivated campaign
    if (counted.enrolled + counted.counts.alreadyIn.waiting > 0)
      await updateCampaignDialling(tx, campaignId, { running: true, hours: hoursOf(campaign) })
    const { callableNow, callableLater, ...others } = counted.counts
    const answer = {
      callsInitiated: callableNow,
      campaignName: campaign.name,
      scheduled: callableLater,
      ...others,
    }
    await audit(tx, {
      action: 'campaign.started',
      subjectType: 'campaign',
      subjectId: campaignId,
      after: { ...answer, audienceId: chosen.audienceId, holdOutPercent: chosen.holdOut.percent },
    })
    if (counted.enrolled >= MANY)
      await tx.enqueue(measureEnrolmentsJob, {}, { key: measureEnrolmentsJob.name })
    return answer
  })
}

type ReadBeside = <T>(ctx: Ctx, tx: Ctx, run: (reader: Ctx) => Promise<T>) => Promise<T>

/**
 * Reads brokers over another connection than the transaction that enrols them. This is safe: the campaign's row is
 * locked, so no other process enrols in it meanwhile, and the numbers taken so far are kept in memory. Only one start
 * in a process does so: many starts, each holding one connection and waiting for another, could wait forever.
 */
export function createReadBeside(): ReadBeside {
  let isReading = false
  return async (ctx, tx, run) => {
    if (isReading) return run(tx)
    isReading = true
    try {
      return await run(ctx)
    } finally {
      isReading = false
    }
  }
}

/** Enrols callable brokers, and stores the reasons against the others. */
async function enrolInParts(
  tx: Ctx,
  reader: Ctx,
  { planned, live, ...choosable }: Choosable & { planned: ReadonlySet<string>; live: boolean },
): Promise<{ counts: Counts; enrolled: number }> {
  let counts = countChoices([], [], planned)
  let enrolled = 0
  const called: number[] = []
  // one part is written while the next is decided on
  let storing = Promise.resolve(0)
  try {
    for await (const part of chooseInParts(reader, choosable)) {
      const { choices, candidates } = part
      enrolled += await storing
      storing = storePart(tx, choosable, part)
      // the rejection is handled where `storing` is awaited
      storing.catch(() => undefined)
      if (live) called.push(...brokersOf(callableOf(choices)))
      counts = addCounts(counts, countChoices(candidates, choices, planned))
    }
  } finally {
    // if reading fails, pending writes must finish before the transaction ends
    await storing.catch(() => undefined)
  }
  enrolled += await storing
  if (live) await requireSources(tx, called)
  return { counts, enrolled }
}

/** @returns how many were enrolled */
async function storePart(
  tx: Ctx,
  { scope: { campaignId, simulated, now }, holdOut }: Choosable,
  { choices, arms, isFirst }: PartOfAll,
): Promise<number> {
  await storeArms(tx, holdOut, arms)
  const enrolled = await enrol(tx, { campaignId, simulated, isFirst }, enrolmentsOf(choices, now))
  // calls due now are decided on, and recorded, right before the dial
  const notNow = choices.filter(({ decision }) => decision.verdict !== 'call')
  const decisions = notNow.map(({ candidate: { facts }, decision }) => ({ facts, decision }))
  await insertChangedDecisions(tx, { campaignId, simulated }, decisions, now)
  return enrolled
}

/** Stores the audience and the hold-out chosen at the start with the campaign. */
async function keepChoice(tx: Ctx, campaign: CampaignRow, { audienceId, holdOut }: Chosen): Promise<void> {
  if (campaign.audienceId === audienceId && campaign.holdOutPercent === holdOut.percent) return
  await chooseAudience(tx, campaign.id, { audienceId, holdOutPercent: holdOut.percent })
}

/** Requires the source of each number, because a call states it on request. @throws AppError rule_forbids */
async function requireSources(tx: Ctx, brokerIds: readonly number[]): Promise<void> {
  const missing = await countWithoutSource(tx, brokerIds)
  if (missing === 0) return
  const whose = missing === 1 ? 'the number of 1 broker comes' : `the numbers of ${missing} brokers come`
  throw new AppError(
    'rule_forbids',
    `Enter first where ${whose} from: it is read to brokers who ask in a call.`,
  )
}

/** @throws AppError rule_forbids when no provider is configured */
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

function enrolmentsOf(choices: readonly Choice[], now: Date): Parameters<typeof enrol>[2] {
  return callableOf(choices).map(({ candidate, decision }) => ({
    brokerId: candidate.facts.brokerId,
    region: candidate.facts.place.region,
    dueAt: decision.notBefore ?? now,
    hours: hoursKept(candidate.facts, decision),
  }))
}

function startRefusal(campaign: CampaignRow): string {
  return campaign.status === 'paused'
    ? `${campaign.name} is paused. Start it again before making calls.`
    : `${campaign.name} is completed. Start it again before making calls.`
}
