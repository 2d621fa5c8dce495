import { sql } from 'kysely'
import { addDays, daysFromTo } from '#contract/calendar.ts'
import { type dashboardTrends, TREND_DAYS } from '#contract/dashboard/dashboard.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'
import { CARD_MEASURES, dayFigures, type PeriodCounts } from './rules.ts'

/** The counts of the cards, by day. */
export async function viewTrends(ctx: Ctx): Promise<ReturnsOf<typeof dashboardTrends>> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const today = sydneyDate(ctx.now())
  const first = addDays(today, 1 - TREND_DAYS)
  const figures = await currentFigures(ctx)
  const { rows } = await sql<PeriodCounts & { day: string }>`
    select day::text as day,
      coalesce(sum(calls) filter (where simulated = ${simulated}), 0)::int as calls,
      coalesce(sum(ended) filter (where simulated = ${simulated}), 0)::int as ended,
      coalesce(sum(responded) filter (where simulated = ${simulated}), 0)::int as responses,
      coalesce(sum(meetings) filter (where simulated = ${simulated} or not simulated), 0)::int as meetings,
      coalesce(sum(applications) filter (where simulated = ${simulated} or not simulated), 0)::int as accreditations
    from ${figures('day', CARD_MEASURES, { from: first, to: today })} f group by day`.execute(ctx.db)
  const byDay = new Map(rows.map(({ day, ...counts }) => [day, counts]))
  return daysFromTo(first, today).map((day) => ({ day, ...dayFigures(byDay.get(day)) }))
}
