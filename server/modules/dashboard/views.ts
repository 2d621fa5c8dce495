import { sql } from 'kysely'
import type { dashboardStats } from '#contract/dashboard.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { dashboardFigures, type PeriodCounts } from './rules.ts'

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

/** Counts calls, meetings and applications for the last 7 days, the 7 before, and all earlier ones. */
async function countsByPeriod(ctx: Ctx): Promise<(PeriodCounts & { period: Period })[]> {
  const simulated = ctx.providers.voice.active?.simulated ?? true
  const ago = (weeks: number): Date => new Date(ctx.now().getTime() - weeks * WEEK_MS)
  const period = (at: string) => sql`case when ${sql.ref(at)} >= ${ago(1)} then 'last'
    when ${sql.ref(at)} >= ${ago(2)} then 'before' else 'earlier' end as period`
  // simulated rows count only while the simulator is active; actions by people always count
  const counts = sql`(simulated = ${simulated} or not simulated)`
  const { rows } = await sql<PeriodCounts & { period: Period }>`
    select ${period('created_at')}, count(*) as calls, count(finished_at) as ended,
           count(*) filter (where finished_at is not null and response is not null) as responses,
           0 as meetings, 0 as accreditations
    from calls where not test and simulated = ${simulated} group by 1
    union all
    select ${period('created_at')}, 0, 0, 0, count(*), 0
    from bookings where status <> 'cancelled' and not test and ${counts} group by 1
    union all
    select ${period('submitted_at')}, 0, 0, 0, 0, count(*)
    from applications where submitted_at is not null and ${counts} group by 1`.execute(ctx.db)
  return rows
}
