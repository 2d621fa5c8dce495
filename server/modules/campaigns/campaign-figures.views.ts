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
  /** How far those enrolled came. */
  dialled: number
  reached: number
  chose: number
  booked: number
  accredited: number
  /** What ended dials led to. */
  option1: number
  option2: number
  option3: number
  option4: number
  responded: number
  human: number
  unanswered: number
  ended: number
  nextCallAt: Date | null
  cost: Campaign['cost']
}

/**
 * Figures by campaign, as a query of them by `id`; campaigns of which nothing was counted yet are left out.
 * @param ids an array of those that are wanted
 */
export function figuresOf(ctx: Ctx, ids: RawBuilder<unknown>): RawBuilder<CampaignFigures & { id: number }> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  return sql<CampaignFigures & { id: number }>`(
    with own as (
      select * from current_figures
      where dimension in ('campaign', 'cost') and simulated = ${simulated} and campaign_id = any(${ids})
    )
    select counted.*, bill.cost,
      (select min(due_at) from enrolments e
        where e.campaign_id = counted.id and e.simulated = ${simulated} and e.state = 'waiting') as next_call_at
    from (
      select campaign_id as id, sum(calls)::int as calls, sum(completed)::int as completed,
        sum(enrolled)::int as enrolled, sum(done)::int as done, sum(in_flight)::int as in_flight,
        sum(waiting)::int as waiting, sum(dialled)::int as dialled, sum(reached)::int as reached,
        sum(chose)::int as chose, sum(booked)::int as booked, sum(accredited)::int as accredited,
        sum(option_1)::int as option1, sum(option_2)::int as option2, sum(option_3)::int as option3,
        sum(option_4)::int as option4, sum(responded)::int as responded, sum(human)::int as human,
        sum(voicemail + no_answer + busy + declined)::int as unanswered, sum(ended)::int as ended
      from own where dimension = 'campaign' group by campaign_id
    ) counted,
    lateral (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount::text, 'calls', calls)
        order by currency), '[]') as cost
      from (
        select currency, sum(amount) as amount, sum(priced)::int as calls from own
        where dimension = 'cost' and campaign_id = counted.id group by currency having sum(priced) > 0
      ) currencies
    ) bill)`
}
