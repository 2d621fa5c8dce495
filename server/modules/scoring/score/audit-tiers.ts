import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { auditAll } from '#server/modules/accounts/audit.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Calculation } from './score-runs.store.ts'

export interface TierOf {
  brokerId: number
  month: string
  tier: string
}

/** The newest tier of each broker up to the run's month. */
export async function findTiers(tx: Ctx, month: string, brokerIds: readonly number[]): Promise<TierOf[]> {
  const { rows } = await sql<TierOf>`
    select distinct on (broker_id) broker_id, month, tier from broker_scores
    where broker_id = ${anyOf(brokerIds)} and month <= ${month} order by broker_id, month desc`.execute(tx.db)
  return rows
}

/** Records each tier that a calculation changes, with the scorecard's version and the newest loans that it rests on. */
export async function auditTiers(
  tx: Ctx,
  run: Calculation & { id: number },
  { before, after }: { before: readonly TierOf[]; after: readonly TierOf[] },
): Promise<void> {
  const earlier = new Map(before.map((one) => [one.brokerId, one]))
  const changed = after.flatMap((now) => {
    const then = earlier.get(now.brokerId)
    return then && then.tier !== now.tier ? [{ now, then }] : []
  })
  if (changed.length === 0) return
  const { rows } = await sql<{ id: number | null }>`select max(id)::int as id from loan_imports`.execute(
    tx.db,
  )
  await auditAll(
    changed.map(({ now, then }) => ({
      ctx: tx,
      row: {
        action: 'scoring.tier_changed',
        subjectType: 'broker',
        subjectId: now.brokerId,
        before: { month: then.month, tier: then.tier },
        after: {
          ...{ month: now.month, tier: now.tier },
          ...{ scorecard: run.scorecardId, run: run.id, loanImport: rows[0]?.id ?? null },
        },
      },
    })),
  )
}
