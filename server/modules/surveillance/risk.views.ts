import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { riskOverTime } from '#contract/surveillance/surveillance.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { countStandings } from './standing-counts.views.ts'

type Days = ReturnsOf<typeof riskOverTime>

/**
 * The recorded days, the oldest first, without days on which nothing ran. Today is counted at the request, as the cards
 * are: the record of the day can be twenty minutes old.
 */
export async function viewRisk(ctx: Ctx, { days }: QueryOf<typeof riskOverTime>): Promise<Days> {
  const today = sydneyDate(ctx.now())
  const { rows } = await sql<Days[number]>`select day::text as day, brokers, high, medium, suspended
    from compliance_days where day >= ${addDays(today, 1 - days)}::date and day < ${today}::date order by day`.execute(
    ctx.db,
  )
  const { isChecked, ...counts } = await countStandings(ctx)
  return rows.length === 0 && !isChecked ? [] : [...rows, { day: today, ...counts }]
}
