import type { BodyOf } from '#contract/endpoint.ts'
import type { updateBackupSettings as updateEndpoint } from '#contract/system/backups.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { lockBackupSettings, updateBackupSettings } from './store.ts'

/** @throws AppError forbidden */
export async function changeBackupSettings(ctx: Ctx, changes: BodyOf<typeof updateEndpoint>): Promise<void> {
  authorise(ctx, 'backups.write')
  await ctx.tx(async (tx) => {
    const changed = changedFields(await lockBackupSettings(tx), changes)
    if (!changed) return
    await updateBackupSettings(tx, changes)
    await audit(tx, { action: 'backup_settings.changed', subjectType: 'backup_settings', ...changed })
  })
}
