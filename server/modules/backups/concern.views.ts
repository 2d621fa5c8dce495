import type { BackupSettings } from '#contract/system/backups.ts'
import type { Ctx } from '#server/ctx.ts'
import { concernOf } from './backup-concern.rules.ts'

const LAST = 30

export async function savedBackupSettings(ctx: Ctx): Promise<BackupSettings> {
  return ctx.db
    .selectFrom('backupSettings')
    .select(['enabled', 'hour', 'keepDaily', 'keepWeekly'])
    .executeTakeFirstOrThrow()
}

/** Why a person should look at the backups; null: all is well, or none are wanted. */
export async function backupConcern(ctx: Ctx): Promise<string | null> {
  const { recipients } = ctx.providers.backups
  if (recipients.length === 0) return null
  const { enabled } = await savedBackupSettings(ctx)
  const rows = await ctx.db
    .selectFrom('backups')
    .select(['startedAt', 'finishedAt', 'failure', 'drillStartedAt', 'drilledAt', 'drillFailure'])
    .orderBy('startedAt', 'desc')
    .limit(LAST)
    .execute()
  const { since } = await ctx.db
    .selectFrom('users')
    .select((eb) => eb.fn.min('createdAt').as('since'))
    .executeTakeFirstOrThrow()
  return concernOf(rows, { enabled, since, now: ctx.now() })
}
