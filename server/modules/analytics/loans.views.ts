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
  // from the loans, which are few: a year has a hundred times as many calls
  const { rows } = await sql<{ loans: number }>`
    select count(*)::int as loans from loans l
    where l.lodged_on >= ${from}::date and l.lodged_on <= ${to}::date and exists (
      select from calls c where c.broker_id = l.broker_id and c.created_at >= ${start} and c.created_at < ${end}
        and not c.test and c.simulated = ${simulated} and c.response in ('option_1', 'option_2', 'option_3')
        and (c.created_at at time zone 'Australia/Sydney')::date between l.lodged_on - ${CREDIT_DAYS}::int and l.lodged_on
        ${campaignId === undefined ? sql`` : sql`and c.campaign_id = ${campaignId}`}
        ${region === undefined ? sql`` : sql`and c.region = ${region}`})`.execute(ctx.db)
  return rows[0]?.loans ?? 0
}
