import { sql } from 'kysely'
import { HOLD_AT } from '#contract/surveillance.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'

/** Notes how many brokers stand where today; the last note of a day is what the day keeps. */
export async function recordDay(ctx: Ctx): Promise<void> {
  await sql`
    insert into compliance_days (day, brokers, high, medium, suspended)
    select ${sydneyDate(ctx.now())}::date, (select count(*) from brokers),
      count(*) filter (where status = 'flagged' and risk_score >= ${HOLD_AT}),
      count(*) filter (where status = 'flagged' and risk_score < ${HOLD_AT}),
      count(*) filter (where status = 'suspended')
    from broker_compliance where status <> 'active'
    on conflict (day) do update set brokers = excluded.brokers, high = excluded.high, medium = excluded.medium,
      suspended = excluded.suspended`.execute(ctx.db)
}
