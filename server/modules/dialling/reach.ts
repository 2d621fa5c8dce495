import { type RawBuilder, sql } from 'kysely'
import type { estimateReach } from '#contract/campaigns/campaign-drafts.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { clockOf } from '#server/modules/audiences/audiences.views.ts'
import { audienceWhere } from '#server/modules/audiences/where.rules.ts'
import { hasFreeTime } from '#server/modules/bookings/slots.views.ts'
import { viewSummary } from '#server/modules/brokers/views.ts'
import { notFound } from '#server/platform/errors.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { withHoursArms } from './better-hour.rules.ts'
import { campaignPast, loadCandidates } from './candidates.views.ts'
import { chooseWithHoldOut } from './choices.ts'
import { callableOf, countChoices } from './choose-brokers.rules.ts'
import { type AudienceChoice, type Chosen, chosenAudience } from './chosen-audience.ts'
import { capDaysOf } from './eligibility.rules.ts'
import { finishesAt, type Group } from './forecast.rules.ts'
import { countPlace, expectedPace, NO_MEETINGS } from './preflight.ts'
import { estimateCost, type PastCalls, scaledCounts } from './reach.rules.ts'
import { providerToStart } from './start-calls.ts'
import { type CampaignRow, findCampaign, isRunning, loadPolicy, plannedElsewhere } from './views.ts'

type Draft = BodyOf<typeof estimateReach>

/** No campaign has this id, so no data of a campaign matches. */
const NO_CAMPAIGN = 0
/** Up to this number, each broker is judged; of more, a random sample of this size. */
const SAMPLE = 2000

/**
 * The brokers who would be called by a campaign that is not saved yet: the preflight's decisions on the brokers of the
 * audience, or on a sample of a large one, so that the cost does not grow with its size.
 * @throws AppError not_found, invalid for a deleted audience, rule_forbids without a provider
 */
export async function viewReach(ctx: Ctx, draft: Draft): Promise<ReturnsOf<typeof estimateReach>> {
  const provider = providerToStart(ctx)
  const campaign = draft.campaignId ? await findCampaign(ctx, draft.campaignId) : null
  if (campaign === undefined) throw notFound('Campaign')
  const { rules, holdOut, audienceId } = await chosenFor(ctx, campaign, draft)
  const [now, { speed }] = await Promise.all([provider.clockAtStart(), provider.clock()])
  const scope = { campaignId: campaign?.id ?? NO_CAMPAIGN, simulated: provider.simulated, now }
  const terms = {
    ...draft,
    hoursControlPercent: campaign?.hoursControlPercent ?? 0,
    hoursSeed: campaign?.hoursSeed ?? 0,
  }
  const [policy, planned, pace, running, past, meetings, pastCalls, chosen] = await Promise.all([
    loadPolicy(ctx, terms, provider, speed),
    plannedElsewhere(ctx, scope),
    expectedPace(ctx, draft, provider, speed),
    campaign ? isRunning(ctx, campaign.id) : false,
    campaign ? campaignPast(ctx, scope) : ('none' as const),
    hasFreeTime(ctx, now),
    readPast(ctx, provider),
    chooseSample(ctx, rules && sql`${audienceWhere(rules, clockOf(ctx))}`, audienceId),
  ])
  const loaded = await loadCandidates(ctx, {
    ...{ ...scope, past, brokerIds: chosen.ids },
    capDays: capDaysOf(policy, now),
  })
  const { choices, candidates } = chooseWithHoldOut(
    withHoursArms(loaded, policy),
    { policy, running, now, takenBy: new Map() },
    holdOut,
  )
  const counts = scaledCounts(countChoices(candidates, choices, planned), chosen.total)
  const callable = callableOf(choices)
  const groups = new Map<string, Group>()
  for (const { candidate } of callable) countPlace(groups, candidate)
  const scale = candidates.length === 0 ? 1 : chosen.total / candidates.length
  const whole = [...groups.values()].map(({ place, brokers }) => ({
    place,
    brokers: Math.round(brokers * scale),
  }))
  const first = Math.min(...callable.map(({ decision }) => (decision.notBefore ?? now).getTime()))
  const { waiting, reached, notReached } = counts.alreadyIn
  return {
    total: counts.total,
    callableNow: counts.callableNow,
    callableLater: counts.callableLater,
    skipped: counts.skipped,
    alreadyIn: waiting + reached + notReached,
    sampled: chosen.isPart ? candidates.length : null,
    firstCallAt: Number.isFinite(first) ? new Date(first).toISOString() : null,
    finishesAt: finishesAt(whole, policy.window, pace, now)?.toISOString() ?? null,
    cost: estimateCost(counts.callableNow + counts.callableLater, pace, pastCalls),
    notices: meetings ? [] : [NO_MEETINGS],
  }
}

/** As a start would choose it; a campaign that is not there yet leaves the chance of its hold-out open. */
async function chosenFor(ctx: Ctx, campaign: CampaignRow | null, draft: Draft): Promise<Chosen> {
  const choice: AudienceChoice = { audienceId: draft.audienceId, holdOutPercent: draft.holdOutPercent }
  const none = { id: NO_CAMPAIGN, audienceId: null, holdOutPercent: 0, holdOutSeed: 0 }
  return chosenAudience(ctx, campaign ?? none, choice)
}

interface Sample {
  ids: number[]
  /** Brokers of the audience. */
  total: number
  isPart: boolean
}

/** @param where null: all brokers */
async function chooseSample(
  ctx: Ctx,
  where: RawBuilder<unknown> | null,
  audienceId: number | null,
): Promise<Sample> {
  const condition = where ?? sql`true`
  const { rows: first } = await sql<{ id: number }>`
    select b.id from brokers b where ${condition} order by b.id limit ${SAMPLE + 1}`.execute(ctx.db)
  const ids = first.map(({ id }) => id)
  if (ids.length <= SAMPLE) return { ids, total: ids.length, isPart: false }
  const total = Math.max(ids.length, await knownSize(ctx, audienceId))
  const percent = Math.min(100, (100 * SAMPLE) / total)
  // samples whole pages, the same ones while the table is unchanged, so that the figures stay stable
  const { rows } = await sql<{ id: number }>`
    select b.id from brokers b tablesample system (${percent}) repeatable (1) where ${condition}
    limit ${2 * SAMPLE}`.execute(ctx.db)
  return { ids: rows.length > 0 ? rows.map(({ id }) => id) : ids, total, isPart: true }
}

/** From the figures, or as the audience was last counted. */
async function knownSize(ctx: Ctx, audienceId: number | null): Promise<number> {
  if (audienceId === null) return (await viewSummary(ctx)).total
  const row = await ctx.db
    .selectFrom('audiences')
    .select('brokers')
    .where('id', '=', audienceId)
    .executeTakeFirst()
  return row?.brokers ?? 0
}

const PAST_DIALS = 500

async function readPast(ctx: Ctx, provider: VoiceProvider): Promise<PastCalls> {
  const { rows } = await sql<{ currency: string | null; calls: number; seconds: number; amount: number }>`
    select currency, count(*)::int as calls, coalesce(sum(seconds), 0)::float8 as seconds,
      coalesce(sum(cost), 0)::float8 as amount
    from (select cost, case when cost is not null then cost_currency end as currency, duration as seconds
      from calls where provider = ${provider.name} and finished_at is not null and dispatched_at is not null and not test
      order by id desc limit ${PAST_DIALS}) past
    group by currency order by count(*) desc`.execute(ctx.db)
  const main = rows.find(({ currency }) => currency !== null)
  return {
    dials: rows.reduce((sum, { calls }) => sum + calls, 0),
    seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
    priced: main ? { ...main, currency: main.currency ?? '' } : null,
  }
}
