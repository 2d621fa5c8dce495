import type { RestoreStatus } from '#contract/system/backups.ts'
import type { Ctx } from '#server/ctx.ts'
import { labelOf, type RestoreFindings, whyNotResumed } from './restore-findings.rules.ts'
import type { RestoreRow } from './restores.store.ts'

/** The restores that keep calls stopped, the newest first. */
export async function heldRestores(ctx: Ctx): Promise<RestoreRow[]> {
  return ctx.db
    .selectFrom('restores')
    .selectAll()
    .where('resumedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

export async function viewRestore(ctx: Ctx): Promise<{ held: RestoreStatus | null }> {
  const [row] = await heldRestores(ctx)
  if (!row) return { held: null }
  const findings = row.findings as unknown as RestoreFindings // its store wrote them
  return {
    held: {
      archive: row.archive,
      snapshotAt: row.snapshotAt.toISOString(),
      restoredAt: row.restoredAt.toISOString(),
      reconciledAt: row.reconciledAt?.toISOString() ?? null,
      lookedAt: row.lookedAt?.toISOString() ?? null,
      vendors: findings.vendors.map((found) => ({ ...found, vendor: labelOf(found.vendor) })),
      doubtfulCalls: findings.doubtfulCalls,
      doubtfulMessages: findings.doubtfulMessages,
      refusal: whyNotResumed({ ...row, vendors: findings.vendors }),
    },
  }
}
