import type { Region } from '#contract/brokers/brokers.ts'
import type { Place } from '#server/calendar/places.ts'
import { localTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { loadCandidates } from '../candidates.views.ts'
import { capDaysOf } from '../eligibility.rules.ts'
import { type CampaignRow, findCampaign, loadPolicy } from '../views.ts'
import { storePlanned } from './requested-calls.store.ts'
import { type Proposal, proposeTime, type Wish } from './requested-time.rules.ts'

/** A call of a campaign to a broker, in which a person can ask for another one. */
export interface RequestOrigin {
  callId: number
  campaign: CampaignRow
  brokerId: number
  phone: string
  place: Place
  provider: VoiceProvider
}

/** @returns undefined where no call can follow: a test call, or its campaign or broker was deleted */
export async function findRequestOrigin(ctx: Ctx, callId: number): Promise<RequestOrigin | undefined> {
  const row = await ctx.db
    .selectFrom('calls')
    .innerJoin('brokers', 'brokers.id', 'calls.brokerId')
    .select(['calls.campaignId', 'calls.brokerId', 'calls.toNumber', 'calls.provider'])
    .select(['brokers.region', 'brokers.timezone'])
    .where('calls.id', '=', callId)
    .where('calls.test', '=', false)
    .executeTakeFirst()
  if (!row || row.campaignId === null || row.brokerId === null) return undefined
  const campaign = await findCampaign(ctx, row.campaignId)
  const provider = ctx.providers.voice.named(row.provider)
  if (!campaign || !provider) return undefined
  // the table's check allows no other region
  const place = { region: row.region as Region | null, zone: row.timezone }
  return { callId, campaign, brokerId: row.brokerId, phone: row.toNumber, place, provider }
}

/** The time at which the wish can be met, on the present facts. */
export async function proposeFor(
  ctx: Ctx,
  origin: Pick<RequestOrigin, 'campaign' | 'brokerId' | 'provider'>,
  wish: Wish,
): Promise<Proposal> {
  const { campaign, brokerId, provider } = origin
  const now = await provider.now(ctx.db)
  const { speed } = await provider.clock()
  const policy = await loadPolicy(ctx, campaign, provider, speed)
  const { simulated } = provider
  const scope = {
    campaignId: campaign.id,
    simulated,
    now,
    brokerIds: [brokerId],
    capDays: capDaysOf(policy, now),
  }
  const [candidate] = await loadCandidates(ctx, scope)
  if (!candidate) throw new Error(`broker ${brokerId} is gone`)
  return proposeTime(candidate.facts, policy, wish, now)
}

/** Plans the call at the time that was affirmed; a later wish for the same number replaces it. */
export async function onCallbackRequested(
  tx: Ctx,
  { callId, words, from, to }: AppEvents['call.callbackRequested'],
): Promise<void> {
  const origin = await findRequestOrigin(tx, callId)
  const refuse = (reason: string) => tx.emit('requestedCall.refused', { callId, words, from, reason })
  if (!origin) return refuse('No further call can follow the call in which they asked for it.')
  const proposal = await proposeFor(tx, origin, { from, to })
  if (proposal.kind === 'refused') return refuse(proposal.reasons[0]?.text ?? 'No call is possible.')
  // only the time that was read back was affirmed
  if (proposal.moved) return refuse('The calling hours do not permit a call at that time.')
  const { campaign, brokerId, phone, provider } = origin
  const { dueAt, until } = proposal
  const { id, replaced } = await storePlanned(tx, {
    ...{ brokerId, campaignId: campaign.id, phone, simulated: provider.simulated },
    ...{ askedInCallId: callId, words, dueAt, until },
  })
  const time = localTime(dueAt, origin.place, dueAt)
  await addActivity(tx, {
    type: 'call_requested',
    description: `${replaced ? 'Asked again to be called, now' : 'Asked to be called'} ${time}: “${words}”`,
    ...{ brokerId, campaignId: campaign.id, callId, simulated: provider.simulated },
    simulatedAt: provider.ownClock ? await provider.now(tx.db) : null,
  })
  await tx.emit('requestedCall.changed', { id, change: 'planned' })
}
