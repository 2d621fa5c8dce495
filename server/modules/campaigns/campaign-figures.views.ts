import { type RawBuilder, sql } from 'kysely'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import type { Ctx } from '#server/ctx.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'

/** Counts of a campaign's calls for the active provider, all time; test calls are not counted. */
interface CallCounts {
  calls: number
  completed: number
  option1: number
  option2: number
  option3: number
  option4: number
  responded: number
  human: number
  unanswered: number
  ended: number
  meetings: number
  firstDay: string | null
  lastDay: string | null
  cost: Campaign['cost']
}

/** Progress of a campaign's enrolments, and its next calls. */
interface Progress {
  enrolled: number
  done: number
  inFlight: number
  waiting: number
  dialled: number
  screened: number
  reached: number
  chose: number
  booked: number
  accredited: number
  nextCallAt: Date | null
  nextCallReason: Campaign['nextCallReason']
  retries: number | null
}

export type CampaignFigures = CallCounts & Progress

const MEASURES = [
  ...(['calls', 'completed', 'responded', 'human', 'ended', 'option_1', 'option_2', 'option_3'] as const),
  ...(['option_4', 'voicemail', 'screened', 'silent', 'no_answer', 'busy', 'declined'] as const),
  ...(['amount', 'priced', 'meetings'] as const),
]

/** What each count is the sum of. */
const callCounts: Record<string, RawBuilder<unknown>> = {
  ...Object.fromEntries(
    ['calls', 'completed', 'responded', 'human', 'ended'].map((name) => [name, sql.ref(name)]),
  ),
  option1: sql.ref('option_1'),
  option2: sql.ref('option_2'),
  option3: sql.ref('option_3'),
  option4: sql.ref('option_4'),
  unanswered: sql`voicemail + screened + silent + no_answer + busy + declined`,
}

/** Waiting enrolments that are read of a campaign, next due first: the wait's reason must not cost a scan of them all. */
const MOST_READ = 500

/** When and why the next waiting broker of a campaign is called, and how many of the next ones are retries. */
const waiting = (campaignId: RawBuilder<unknown>, simulated: boolean): RawBuilder<unknown> => sql`
  select min(due_at) as next_call_at, count(*) filter (where attempts > 0)::int as retries,
    (array_agg(case when attempts > 0 then 'retry' when due_at = better_hour_at then 'better_hour' else 'opening' end
      order by due_at, id))[1] as next_call_reason
  from (select id, due_at, attempts, better_hour_at from enrolments
    where campaign_id = ${campaignId} and simulated = ${simulated} and state = 'waiting'
    order by due_at, id limit ${MOST_READ}) next`

/** Progress by campaign, as a query of it by `id`. @param ids an array of the campaigns */
export function progressOf(ctx: Ctx, ids: RawBuilder<unknown>): RawBuilder<Progress & { id: number }> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  return sql<Progress & { id: number }>`(
    select wanted.id, counted.*, next.* from unnest(${ids}) wanted (id)
    cross join lateral (
      select coalesce(sum(n), 0)::int as enrolled, coalesce(sum(n) filter (where state = 'done'), 0)::int as done,
        coalesce(sum(n) filter (where state = 'in_flight'), 0)::int as in_flight,
        coalesce(sum(n) filter (where state = 'waiting'), 0)::int as waiting,
        coalesce(sum(n) filter (where attempts > 0), 0)::int as dialled,
        coalesce(sum(n) filter (where screened or reached), 0)::int as screened, coalesce(sum(n) filter (where reached), 0)::int as reached,
        coalesce(sum(n) filter (where chose), 0)::int as chose, coalesce(sum(n) filter (where booked), 0)::int as booked,
        coalesce(sum(n) filter (where accredited), 0)::int as accredited
      from (
        -- in the order of the index enrolments_progress, which has all columns: one comparison per row, few groups
        select state, attempts, screened, reached, chose, booked, accredited, count(*) as n
        from enrolments e where e.campaign_id = wanted.id and e.simulated = ${simulated}
        group by state, attempts, screened, reached, chose, booked, accredited) alike) counted
    cross join lateral (${waiting(sql`wanted.id`, simulated)}) next)`
}

/**
 * Counts of calls by campaign, as a query of them by `id`; campaigns without calls are left out.
 * @param ids an array of the campaigns
 */
export async function callCountsOf(
  ctx: Ctx,
  ids: RawBuilder<unknown>,
): Promise<RawBuilder<CallCounts & { id: number }>> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const figures = await currentFigures(ctx)
  const isCounted = sql`simulated = ${simulated}`
  const counted = Object.entries(callCounts).map(
    ([name, part]) => sql`coalesce(sum(${part}) filter (where ${isCounted}), 0) as ${sql.ref(name)}`,
  )
  const summed = Object.keys(callCounts).map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`)
  return sql<CallCounts & { id: number }>`(
    select campaign_id as id, ${sql.join(summed)},
      sum(meetings)::int as meetings, min(first_day)::text as first_day, max(last_day)::text as last_day,
      coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount::text, 'calls', priced)
        order by currency) filter (where priced > 0), '[]') as cost
    from (
      select campaign_id, currency, ${sql.join(counted)},
        coalesce(sum(amount) filter (where ${isCounted}), 0) as amount, coalesce(sum(priced) filter (where ${isCounted}), 0) as priced,
        sum(meetings) as meetings, min(day) filter (where ${isCounted} and calls > 0) as first_day,
        max(day) filter (where ${isCounted} and calls > 0) as last_day
      from ${figures('campaign', MEASURES)} f
      -- meetings that people made themselves count whichever provider calls
      where (simulated = ${simulated} or not simulated) and campaign_id = any(${ids})
      group by campaign_id, currency
    ) by_currency
    group by campaign_id)`
}
