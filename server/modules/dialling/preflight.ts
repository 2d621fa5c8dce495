import { sql } from 'kysely'
import { type CallOutcome, callOutcomes, outcomeTable } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { hasFreeTime } from '#server/modules/bookings/slots.views.ts'
import { countWithoutSource } from '#server/modules/brokers/number-sources.ts'
import { notFound } from '#server/platform/errors.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { brokersOf, type Choice, type Counts, countChoices } from './choose-brokers.rules.ts'
import { type AudienceChoice, chosenAudience } from './chosen-audience.ts'
import { finishesAt, type Group, type Pace } from './forecast.rules.ts'
import { chooseWithHoldOut, providerToStart, scopeOf } from './start-calls.ts'
import {
  type CampaignRow,
  type Candidate,
  findCampaign,
  isRunning,
  loadCandidates,
  loadPolicy,
  plannedElsewhere,
} from './views.ts'

export interface Preflight extends Counts {
  firstCallAt: string | null
  finishesAt: string | null
  /** Those who could not be told where their number comes from: a live campaign waits for that. */
  withoutSource: number
  notices: string[]
}

export const NO_MEETINGS =
  'No business development manager has a free time, so these calls do not offer a meeting. Add a manager or free times under Bookings.'

/** What start-calls would do now, by the same facts and rules, with a forecast of the end. Read only. */
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
  const [policy, loaded, planned, pace, running, meetings] = await Promise.all([
    loadPolicy(ctx, campaign, provider, speed),
    loadCandidates(ctx, { ...scopeOf(campaign, provider, now), rules }),
    plannedElsewhere(ctx, scopeOf(campaign, provider, now)),
    expectedPace(ctx, campaign, provider, speed),
    isRunning(ctx, campaignId),
    hasFreeTime(ctx, now),
  ])
  const { choices, candidates } = chooseWithHoldOut(loaded, { policy, now, running }, holdOut)
  const callable = choices.filter(({ decision }) => decision.verdict !== 'never')
  const end = finishesAt(groupsOf(choices, candidates), policy.window, pace, now)
  return {
    ...countChoices(candidates, choices, planned),
    firstCallAt: firstCall(choices, now)?.toISOString() ?? null,
    finishesAt: end?.toISOString() ?? null,
    withoutSource: provider.simulated ? 0 : await countWithoutSource(ctx, brokersOf(callable)),
    notices: meetings ? [] : [NO_MEETINGS],
  }
}

function firstCall(choices: readonly Choice[], now: Date): Date | null {
  const starts = choices
    .filter(({ decision }) => decision.verdict !== 'never')
    .map(({ decision }) => (decision.notBefore ?? now).getTime())
  return starts.length > 0 ? new Date(starts.reduce((a, b) => Math.min(a, b))) : null
}

/** Brokers to be enrolled or already waiting, by place. */
function groupsOf(choices: readonly Choice[], candidates: readonly Candidate[]): Group[] {
  const callable = choices
    .filter(({ decision }) => decision.verdict !== 'never')
    .map(({ candidate }) => candidate)
  const waiting = candidates.filter(({ enrolment }) => enrolment && enrolment.state !== 'done')
  const places = [...callable, ...waiting].map(({ facts }) => facts.place)
  const grouped = Map.groupBy(places, ({ region, zone }) => `${region}|${zone}`)
  return [...grouped.values()].flatMap((same) => (same[0] ? [{ place: same[0], brokers: same.length }] : []))
}

const SAMPLE = 200
/** Estimates before enough dials: most ring out or reach a voicemail, conversations take a minute or two. */
const TYPICAL_SECONDS = 45
const TYPICAL_RETRIED = 0.45
/** Real seconds that a line stays occupied besides the call itself. */
const OVERHEAD_SECONDS = 0.2

/** Measured on the last dials of this provider. */
async function expectedPace(
  ctx: Ctx,
  campaign: CampaignRow,
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
