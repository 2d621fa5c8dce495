import { type Selectable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { BackupSettings, Backups } from '#server/schema.gen.ts'
import type { WrittenArchive } from './write-archive.ts'

export type BackupRow = Selectable<Backups>
export type BackupSettingsRow = Omit<Selectable<BackupSettings>, 'id'>

/** @returns undefined: the schedule's archive of this day was made, or is being made */
export async function insertBackup(
  ctx: Ctx,
  values: { day: string | null; name: string },
): Promise<BackupRow | undefined> {
  return ctx.db
    .insertInto('backups')
    .values({ ...values, startedAt: ctx.now() })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The identity is stored once the archive is whole, and those of earlier archives go. */
export async function finishBackup(
  tx: Ctx,
  id: number,
  { rows, files, bytes, snapshotAt, drillIdentity }: WrittenArchive & { drillIdentity: string },
): Promise<void> {
  await tx.db
    .updateTable('backups')
    .set({ drillIdentity: null })
    .where('drillIdentity', 'is not', null)
    .execute()
  await tx.db
    .updateTable('backups')
    .set({ finishedAt: tx.now(), bytes, snapshotAt, rowCount: rows, fileCount: files, drillIdentity })
    .where('id', '=', id)
    .execute()
}

/** A scheduled one gives its day back, so that the schedule tries again. */
export async function failBackup(ctx: Ctx, id: number, failure: string): Promise<void> {
  await ctx.db
    .updateTable('backups')
    .set({ finishedAt: ctx.now(), failure, day: null })
    .where('id', '=', id)
    .execute()
}

/** Fails what killed processes have left. The caller holds the lock of all backups. */
export async function failAbandonedBackups(ctx: Ctx, failure: string): Promise<void> {
  await ctx.db
    .updateTable('backups')
    .set({ finishedAt: ctx.now(), failure, day: null })
    .where('finishedAt', 'is', null)
    .execute()
}

export async function lockBackupSettings(tx: Ctx): Promise<BackupSettingsRow> {
  return tx.db
    .selectFrom('backupSettings')
    .select(['enabled', 'hour', 'keepDaily', 'keepWeekly'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateBackupSettings(tx: Ctx, values: Partial<BackupSettingsRow>): Promise<void> {
  await tx.db.updateTable('backupSettings').set(values).execute()
}

/** Claims the drill of an archive. @returns undefined: it was claimed, or can no longer be opened */
export async function beginDrill(ctx: Ctx, id: number): Promise<BackupRow | undefined> {
  return ctx.db
    .updateTable('backups')
    .set({ drillStartedAt: ctx.now() })
    .where('id', '=', id)
    .where('drillStartedAt', 'is', null)
    .where('drillIdentity', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

export async function endDrill(
  ctx: Ctx,
  id: number,
  { failure, result }: { failure: string | null; result: unknown },
): Promise<void> {
  await ctx.db
    .updateTable('backups')
    .set({
      drilledAt: ctx.now(),
      drillFailure: failure,
      drillResult: result === null ? null : JSON.stringify(result),
      drillIdentity: null,
    })
    .where('id', '=', id)
    .execute()
}

/** The failed drill of an archive whose process was killed. */
export async function failAbandonedDrills(ctx: Ctx, before: Date, failure: string): Promise<void> {
  await sql`update backups set drilled_at = ${ctx.now()}, drill_failure = ${failure}, drill_identity = null
    where drill_started_at < ${before} and drilled_at is null`.execute(ctx.db)
}
