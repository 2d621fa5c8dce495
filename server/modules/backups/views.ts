import type { Backup } from '#contract/system/backups.ts'
import type { Ctx } from '#server/ctx.ts'
import { NO_RECIPIENT } from './archive-format.rules.ts'
import { backupConcern } from './concern.views.ts'
import type { BackupRow } from './store.ts'

const SHOWN = 30

export async function viewBackups(
  ctx: Ctx,
): Promise<{ refusal: string | null; store: string; concern: string | null; backups: Backup[] }> {
  const { recipients, store } = ctx.providers.backups
  const rows = await ctx.db
    .selectFrom('backups')
    .selectAll()
    .orderBy('startedAt', 'desc')
    .limit(SHOWN)
    .execute()
  return {
    refusal: recipients.length === 0 ? NO_RECIPIENT : null,
    store: store.name,
    concern: await backupConcern(ctx),
    backups: rows.map(toBackup),
  }
}

const toBackup = (row: BackupRow): Backup => ({
  id: row.id,
  archive: row.name,
  scheduled: row.day !== null,
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  failure: row.failure,
  bytes: row.bytes,
  rows: row.rowCount,
  files: row.fileCount,
  drill: row.drilledAt && {
    at: row.drilledAt.toISOString(),
    failure: row.drillFailure,
    checks: (row.drillResult as string[] | null) ?? [], // endDrill wrote it
  },
})
