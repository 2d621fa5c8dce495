import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { recoverCalls } from '#server/modules/dialling/recovery/recover-calls.ts'
import { heldRestores } from './restore.views.ts'
import { addFindings, isComplete, type RestoreFindings } from './restore-findings.rules.ts'
import { lockHeld, updateRestore } from './restores.store.ts'

/**
 * While calls are stopped after a restore: asks every vendor for its calls since the snapshot and records them. Runs each
 * minute until all have answered; safe to run twice.
 */
export async function reconcileRestore(ctx: Ctx): Promise<void> {
  const held = await heldRestores(ctx)
  const [newest] = held
  if (!newest || newest.reconciledAt) return
  const startedAt = ctx.now()
  const since = new Date(Math.min(...held.map(({ snapshotAt }) => snapshotAt.getTime())))
  const found = await recoverCalls(ctx, since)
  await ctx.tx(async (tx) => {
    const [current] = await lockHeld(tx)
    if (current?.id !== newest.id) return
    const before = findingsOf(current)
    const findings: RestoreFindings = { ...before, vendors: addFindings(before.vendors, found) }
    const complete = isComplete(found, { restoredAt: current.restoredAt, startedAt })
    await updateRestore(tx, current.id, { findings, reconciledAt: complete ? tx.now() : null })
    if (complete)
      await audit(tx, {
        ...{ action: 'backup.calls_reconciled', subjectType: 'backup', subjectId: current.id },
        after: findings,
      })
  })
}

/** `insertRestore` and `updateRestore` wrote them. */
export const findingsOf = ({ findings }: { findings: unknown }): RestoreFindings =>
  findings as RestoreFindings
