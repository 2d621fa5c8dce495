import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Scope } from './analytics.rules.ts'

/** Days between a call and a loan that the call may have led to. */
const CREDIT_DAYS = 90

/** Loans lodged in the period by brokers who chose an option in a call of the days before. */
export async function countLoans(ctx: Ctx, { from, to, campaignId, region }: Scope): Promise<number> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const [start, end] = [sydneyMidnight(addDays(from, -CREDIT_DAYS)), sydneyMidnight(addDays(to, 1))]
  const { rows } = await sql<{ loans: number }>`
    with wishes as materialized (
      select broker_id, (created_at at time zone 'Australia/Sydney')::date as day from calls
      where created_at >= ${start} and created_at < ${end} and not test and simulated = ${simulated}
        and broker_id is not null and response in ('option_1', 'option_2', 'option_3')
        ${campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`}
        ${region === undefined ? sql`` : sql`and region = ${region}`})
    select count(*)::int as loans from loans l
    where l.lodged_on >= ${from}::date and l.lodged_on <= ${to}::date and exists (
      select from wishes w where w.broker_id = l.broker_id and w.day <= l.lodged_on
        and w.day >= l.lodged_on - ${CREDIT_DAYS}::int)`.execute(ctx.db)
  return rows[0]?.loans ?? 0
}
