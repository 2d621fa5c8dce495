import type { Period } from '#contract/system/retention-periods.ts'
import type { RetentionKind } from '#contract/system/retention-terms.ts'
import type { Ctx } from '#server/ctx.ts'

export async function storePeriod(tx: Ctx, kind: RetentionKind, { count, unit }: Period): Promise<void> {
  const values = { count, unit, changedAt: tx.now() }
  await tx.db
    .insertInto('retentionPeriods')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute()
}
