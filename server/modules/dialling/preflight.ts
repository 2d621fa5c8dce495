import { sql } from 'kysely'
import { type CallOutcome, callOutcomes, outcomeTable } from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { hasFreeTime } from '#server/modules/bookings/slots.views.ts'
import { countWithoutSource } from '#server/modules/brokers/number-sources.ts'
import { notFound } from '#server/platform/errors.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import type { Candidate } from './candidates.views.ts'
import { type Choosable, chooseInParts } from './choices.ts'
import { addCounts, type Counts, callableOf, countChoices } from './choose-brokers.rules.ts'
import { type AudienceChoice, chosenAudience } from './chosen-audience.ts'
import { finishesAt, type Group, type Pace } from './forecast.rules.ts'
import { providerToStart, scopeOf } from './start-calls.ts'
import { type CampaignRow, findCampaign, isRunning, loadPolicy, plannedElsewhere } from './views.ts'

export interface Preflight extends Counts {
  firstCallAt: string | null
  finishesAt: string | null
  /** Callable brokers without a source of their number; a live campaign cannot start while there are any. */
  withoutSource: number
  notices: string[]
}

export const NO_MEETINGS =
  'No business development manager has a free time, so these calls do not offer a meeting. Add a manager or free times under Bookings.'

/** The result that start-calls would have now, by the same facts and rules, with a forecast of the end. Read only. */
export async function viewPreflight(
  ctx: Ctx,
  campaignId: number,
  choice: AudienceChoice = {},
): Promise<Preflight> {
  const campaign = await findCampaign(ctx, campaignId)
  if (!campaign) throw notFound('Campaign')
  const provider = providerToStart(ctx)
  const { rules, holdOut } = await chosenAudience(ctx, campaign, choice)
  const [now, { speed }] = await Promise.all([provider.clockAtStart(), provider.clock()])
  const scope = scopeOf(campaign, provider, now)
  const [policy, planned, pace, running, meetings] = await Promise.all([
    loadPolicy(ctx, campaign, provider, speed),
    plannedElsewhere(ctx, scope),
    expectedPace(ctx, campaign, provider, speed),
    isRunning(ctx, campaignId),
    hasFreeTime(ctx, now),
  ])
  const choosable = { scope: { ...scope, rules }, parts: { policy, running }, holdOut }
  const { counts, groups, first, callable } = await sumUp(ctx, choosable, planned)
  const end = finishesAt([...groups.values()], policy.window, pace, now)
  return {
    ...counts,
    firstCallAt: first === Number.POSITIVE_INFINITY ? null : new Date(first).toISOString(),
    finishesAt: end?.toISOString() ?? null,
    withoutSource: provider.simulated ? 0 : await countWithoutSource(ctx, callable),
    notices: meetings ? [] : [NO_MEETINGS],
  }
}

interface Sum {
  counts: Counts
  /** Brokers to be enrolled or already waiting, by place. */
  groups: Map<string, Group>
  /** When the first may be called, epoch ms; infinity: none. */
  first: number
  callable: number[]
}

async function sumUp(ctx: Ctx, choosable: Choosable, planned: ReadonlySet<string>): Promise<Sum> {
  const { now } = choosable.scope
  const sum: Sum = {
    ...{ counts: countChoices([], [], planned), groups: new Map(), first: Number.POSITIVE_INFINITY },
    callable: [],
  }
  for await (const { choices, candidates } of chooseInParts(ctx, choosable)) {
    sum.counts = addCounts(sum.counts, countChoices(candidates, choices, planned))
    const callable = callableOf(choices)
    for (const { candidate, decision } of callable) {
      sum.first = Math.min(sum.first, (decision.notBefore ?? now).getTime())
      sum.callable.push(candidate.facts.brokerId)
      countPlace(sum.groups, candidate)
    }
    for (const candidate of candidates)
      if (candidate.enrolment && candidate.enrolment.state !== 'done') countPlace(sum.groups, candidate)
  }
  return sum
}

export function countPlace(groups: Map<string, Group>, { facts: { place } }: Candidate): void {
  const key = `${place.region}|${place.zone}`
  const group = groups.get(key)
  if (group) group.brokers += 1
  else groups.set(key, { place, brokers: 1 })
}

const SAMPLE = 200
/** Estimates before enough dials: most ring out or reach a voicemail, conversations take a minute or two. */
const TYPICAL_SECONDS = 45
const TYPICAL_RETRIED = 0.45
/** Real seconds that a line stays occupied besides the call itself. */
const OVERHEAD_SECONDS = 0.2

/** Measured on the last dials of this provider. */
export async function expectedPace(
  ctx: Ctx,
  campaign: Pick<CampaignRow, 'maxConcurrentCalls'>,
  provider: VoiceProvider,
  speed: number,
): Promise<Pace> {
  const { rows } = await sql<{ outcome: CallOutcome; seconds: number }>`
      select outcome, extract(epoch from finished_at - dispatched_at)::float8 as seconds
      from calls where provider = ${provider.name} and finished_at is not null and dispatched_at is not null
        and outcome <> 'unknown' and not test
      order by id desc limit ${SAMPLE}`.execute(ctx.db)
  const measured = rows.length >= SAMPLE / 4
  const seconds = measured
    ? (rows.reduce((sum, row) => sum + row.seconds, 0) / rows.length) * speed
    : TYPICAL_SECONDS + OVERHEAD_SECONDS * speed
  const again = callOutcomes.filter((outcome) => outcomeTable[outcome].retried)
  const retried = measured
    ? rows.filter(({ outcome }) => again.includes(outcome)).length / rows.length
    : TYPICAL_RETRIED
  const lines = campaign.maxConcurrentCalls / Math.max(seconds, 1)
  return {
    dialsPerSecond: Math.min(lines, (provider.callsPerSecond ?? Number.POSITIVE_INFINITY) / speed),
    retried,
  }
}
