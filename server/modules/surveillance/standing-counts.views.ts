import { sql } from 'kysely'
import { HOLD_AT } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'

export interface StandingCounts {
  brokers: number
  /** Flagged, from the risk at which calls are held. */
  high: number
  /** Flagged, below it. */
  medium: number
  suspended: number
  /** Whether any broker was checked. */
  isChecked: boolean
}

/** Counts brokers by compliance status: for the cards, the chart and the days that it keeps. */
export async function countStandings(ctx: Ctx): Promise<StandingCounts> {
  const { rows } = await sql<StandingCounts>`
    select (select count(*)::int from brokers) as brokers,
      count(*) filter (where status = 'flagged' and risk_score >= ${HOLD_AT})::int as high,
      count(*) filter (where status = 'flagged' and risk_score < ${HOLD_AT})::int as medium,
      count(*) filter (where status = 'suspended')::int as suspended, exists (select from broker_compliance) as is_checked
    from broker_compliance where status <> 'active'`.execute(ctx.db)
  return rows[0] ?? { brokers: 0, high: 0, medium: 0, suspended: 0, isChecked: false }
}
