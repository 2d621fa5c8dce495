import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { riskOverTime } from '#contract/surveillance.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'

type Days = ReturnsOf<typeof riskOverTime>

/** The days that were noted, the oldest first. A day on which nothing ran is missing. */
export async function viewRisk(ctx: Ctx, { days }: QueryOf<typeof riskOverTime>): Promise<Days> {
  const from = addDays(sydneyDate(ctx.now()), 1 - days)
  const { rows } = await sql<Days[number]>`select day::text as day, brokers, high, medium, suspended
    from compliance_days where day >= ${from}::date order by day`.execute(ctx.db)
  return rows
}
