import { sql } from 'kysely'
import type { dashboardStats } from '#contract/dashboard.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { dashboardFigures, type PeriodCounts } from './rules.ts'

const WEEK_MS = 7 * 24 * 3_600_000

type Period = 'last' | 'before' | 'earlier'

/** The cards of the dashboard, for the provider that new calls go to. */
export async function viewStats(ctx: Ctx): Promise<ReturnsOf<typeof dashboardStats>> {
  const rows = await countsByPeriod(ctx)
  const totalOf = (...periods: Period[]): PeriodCounts => {
    const total: PeriodCounts = { calls: 0, ended: 0, responses: 0, meetings: 0, accreditations: 0 }
    for (const { period, ...counts } of rows.filter((row) => periods.includes(row.period))) {
      for (const [name, count] of Object.entries(counts)) total[name as keyof PeriodCounts] += count // its own keys
    }
    return total
  }
  return dashboardFigures(totalOf('earlier', 'before', 'last'), totalOf('last'), totalOf('before'))
}

/** Calls and activities in one pass each, by the last seven days, the seven before, and everything earlier. */
async function countsByPeriod(ctx: Ctx): Promise<(PeriodCounts & { period: Period })[]> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const ago = (weeks: number): Date => new Date(ctx.now().getTime() - weeks * WEEK_MS)
  const period = sql`case when created_at >= ${ago(1)} then 'last' when created_at >= ${ago(2)} then 'before'
                          else 'earlier' end as period`
  const { rows } = await sql<PeriodCounts & { period: Period }>`
    select ${period}, count(*) as calls, count(finished_at) as ended,
           count(*) filter (where finished_at is not null and response is not null) as responses,
           0 as meetings, 0 as accreditations
    from calls where not test and simulated = ${simulated} group by 1
    union all
    select ${period}, 0, 0, 0, count(*) filter (where type = 'meeting_booked'),
           count(*) filter (where type = 'accreditation_submitted')
    from activities
    where type in ('meeting_booked', 'accreditation_submitted') and (simulated = ${simulated} or not simulated)
    group by 1`.execute(ctx.db)
  return rows
}
