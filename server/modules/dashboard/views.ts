import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { dashboardStats } from '#contract/dashboard/dashboard.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { countedRows } from '#server/modules/figures/counted-rows.views.ts'
import { currentFigures } from '#server/modules/figures/figures.views.ts'
import { pickMeasures, sourceNames } from '#server/modules/figures/measures.rules.ts'
import { CARD_MEASURES, dashboardFigures, type PeriodCounts } from './rules.ts'

const WEEK_MS = 7 * 24 * 3_600_000

type Period = 'last' | 'before' | 'earlier'

/** The figures of the dashboard cards, for the active provider. */
export async function viewStats(ctx: Ctx): Promise<ReturnsOf<typeof dashboardStats>> {
  const rows = await countsByPeriod(ctx)
  const totalOf = (...periods: Period[]): PeriodCounts => {
    const total: PeriodCounts = { calls: 0, ended: 0, responses: 0, meetings: 0, accreditations: 0 }
    for (const { period, ...counts } of rows.filter((row) => periods.includes(row.period))) {
      for (const [name, count] of Object.entries(counts)) total[name as keyof PeriodCounts] += count // keys of PeriodCounts
    }
    return total
  }
  return dashboardFigures(totalOf('earlier', 'before', 'last'), totalOf('last'), totalOf('before'))
}

/** Counts calls, meetings and applications for the last 7 days to the second, the 7 before, and all earlier ones. */
async function countsByPeriod(ctx: Ctx): Promise<(PeriodCounts & { period: Period })[]> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const ago = (weeks: number): Date => new Date(ctx.now().getTime() - weeks * WEEK_MS)
  const [week, twoWeeks] = [ago(1), ago(2)]
  const measures = pickMeasures(CARD_MEASURES)
  const [lastDay, dayBefore] = [sydneyDate(week), sydneyDate(twoWeeks)]
  /** Moves the rest of this instant's day to the later period: figures have whole days only. */
  const restOfDay = (at: Date, period: Period, earlier: Period) => {
    const end = sydneyMidnight(addDays(sydneyDate(at), 1))
    const counted = sql.join(
      sourceNames.map((source) =>
        countedRows({ source, ranges: [{ from: at, to: end }], keys: [], measures }),
      ),
      sql` union all `,
    )
    return sql`select side.period, sign, f.simulated, calls, ended, responded, meetings, applications
      from (${counted}) f, (values (${period}, 1), (${earlier}, -1)) as side (period, sign)`
  }
  const figures = await currentFigures(ctx)
  // simulated rows count only while the simulator is active; actions by people always count
  const { rows } = await sql<PeriodCounts & { period: Period }>`
    select period,
      coalesce(sum(sign * calls) filter (where simulated = ${simulated}), 0)::int as calls,
      coalesce(sum(sign * ended) filter (where simulated = ${simulated}), 0)::int as ended,
      coalesce(sum(sign * responded) filter (where simulated = ${simulated}), 0)::int as responses,
      coalesce(sum(sign * meetings) filter (where simulated = ${simulated} or not simulated), 0)::int as meetings,
      coalesce(sum(sign * applications) filter (where simulated = ${simulated} or not simulated), 0)::int as accreditations
    from (
      select case when day > ${lastDay} then 'last' when day > ${dayBefore} then 'before' else 'earlier' end as period,
        1 as sign, simulated, calls, ended, responded, meetings, applications
      from ${figures('day', CARD_MEASURES)} f
      union all ${restOfDay(week, 'last', 'before')}
      union all ${restOfDay(twoWeeks, 'before', 'earlier')}
    ) counted
    group by period`.execute(ctx.db)
  return rows
}
