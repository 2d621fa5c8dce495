import { sql } from 'kysely'
import type { getBroker } from '#contract/brokers/brokers.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'

/** The newest compliance check of each kind. */
export async function newestChecks(
  ctx: Ctx,
  brokerId: number,
): Promise<ReturnsOf<typeof getBroker>['checks']> {
  const { rows } = await sql<ReturnsOf<typeof getBroker>['checks'][number] & { completedAt: Date }>`
    select distinct on (check_type) id::int as id, check_type, result, risk_score, completed_at
    from compliance_checks where broker_id = ${brokerId} order by check_type, id desc`.execute(ctx.db)
  return rows.map((row) => ({ ...row, completedAt: row.completedAt.toISOString() }))
}
