import { type RawBuilder, sql } from 'kysely'
import type { Campaign } from '#contract/campaigns.ts'
import type { Ctx } from '#server/ctx.ts'

/** A campaign's figures for the active provider, all time; test calls are not counted. */
export interface CampaignFigures {
  calls: number
  completed: number
  enrolled: number
  done: number
  inFlight: number
  waiting: number
  /** How many enrolled brokers reached each stage. */
  dialled: number
  reached: number
  chose: number
  booked: number
  accredited: number
  /** The results of ended dials. */
  option1: number
  option2: number
  option3: number
  option4: number
  responded: number
  human: number
  unanswered: number
  ended: number
  nextCallAt: Date | null
  nextCallReason: Campaign['nextCallReason']
  retries: number | null
  cost: Campaign['cost']
}

/** The summands of each figure. */
const parts: Record<string, RawBuilder<unknown>> = {
  ...Object.fromEntries(
    [
      ...['calls', 'completed', 'enrolled', 'done', 'in_flight', 'waiting'],
      ...['dialled', 'reached', 'chose', 'booked', 'accredited', 'responded', 'human', 'ended'],
    ].map((column) => [column, sql.ref(column)]),
  ),
  option1: sql.ref('option_1'),
  option2: sql.ref('option_2'),
  option3: sql.ref('option_3'),
  option4: sql.ref('option_4'),
  unanswered: sql`voicemail + no_answer + busy + declined`,
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

/**
 * Figures by campaign, as a query of them by `id`; campaigns of which nothing was counted yet are left out.
 * @param ids an array of those that are wanted
 */
export function figuresOf(ctx: Ctx, ids: RawBuilder<unknown>): RawBuilder<CampaignFigures & { id: number }> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const counted = Object.entries(parts).map(([name, part]) => sql`sum(${part}) as ${sql.ref(name)}`)
  const summed = Object.keys(parts).map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`)
  return sql<CampaignFigures & { id: number }>`(
    select campaign_figures.*, next.* from (select campaign_id as id, ${sql.join(summed)},
      coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount::text, 'calls', priced)
        order by currency) filter (where priced > 0), '[]') as cost
    from (
      select campaign_id, currency, ${sql.join(counted)}, sum(amount) as amount, sum(priced) as priced
      from current_figures
      where dimension = 'campaign' and simulated = ${simulated} and campaign_id = any(${ids})
      group by campaign_id, currency
    ) by_currency
    group by campaign_id) campaign_figures
    cross join lateral (${waiting(sql`campaign_figures.id`, simulated)}) next)`
}
