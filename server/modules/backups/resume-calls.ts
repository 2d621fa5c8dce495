import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { findingsOf } from './reconcile-restore.ts'
import { whyNotResumed } from './restore-findings.rules.ts'
import { endHeld, lockHeld } from './restores.store.ts'

/** Lets calls start again after a restore. @throws AppError forbidden, rule_forbids while a vendor has not listed its calls */
export async function resumeCalls(ctx: Ctx): Promise<void> {
  authorise(ctx, 'backups.write')
  await ctx.tx(async (tx) => {
    const [newest] = await lockHeld(tx)
    if (!newest) return
    const findings = findingsOf(newest)
    const refusal = whyNotResumed({ ...newest, vendors: findings.vendors })
    if (refusal) throw new AppError('rule_forbids', refusal)
    await endHeld(tx, tx.actor.kind === 'staff' ? tx.actor.userId : null)
    await audit(tx, {
      ...{ action: 'backup.calls_resumed', subjectType: 'backup', subjectId: newest.id },
      after: findings,
    })
    tx.changed('campaigns')
  })
}
