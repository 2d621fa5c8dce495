import { randomBytes } from 'node:crypto'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { generateAgeKey } from '#server/platform/crypto/age.ts'
import { errorLine, StartupError } from '#server/platform/startup-error.ts'
import { archiveName, NO_RECIPIENT } from './archive-format.rules.ts'
import { removeOldArchives } from './remove-old-archives.ts'
import { failAbandonedBackups, failBackup, finishBackup, insertBackup } from './store.ts'
import { asNotStored } from './store-failure.ts'
import { type WrittenArchive, writeArchive } from './write-archive.ts'

/** Any fixed number: one archive is written at a time. */
const BACKUP_LOCK = 7_190_015

/**
 * Writes an archive of this installation and removes those past their time.
 * @param day of the schedule, in Sydney; null: a person asked for it
 * @returns null: another process makes the archive of this day
 * @throws StartupError with a sentence for a person
 */
export async function makeBackup(
  ctx: Ctx,
  { day }: { day: string | null },
): Promise<(WrittenArchive & { name: string }) | null> {
  const { backups } = ctx.providers
  if (backups.recipients.length === 0) throw new StartupError(NO_RECIPIENT)
  const lock = await backups.connect()
  try {
    const { rows } = await lock.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      BACKUP_LOCK,
    ])
    if (!rows[0]?.locked) {
      if (day) return null
      throw new StartupError('A backup is running already. Wait for its end.')
    }
    await failAbandonedBackups(ctx, 'The process that wrote it ended before it was whole.')
    return await makeLocked(ctx, day)
  } finally {
    await lock.end().catch(() => undefined)
  }
}

async function makeLocked(ctx: Ctx, day: string | null): Promise<(WrittenArchive & { name: string }) | null> {
  const { backups } = ctx.providers
  const name = archiveName(ctx.now(), randomBytes(4).toString('hex'))
  const row = await insertBackup(ctx, { day, name })
  if (!row) return null
  // the drill opens this one archive with a key of its own; the operator's identity is never here
  const drillKey = await generateAgeKey()
  let written: WrittenArchive
  try {
    await backups.store.check()
    written = await writeArchive(ctx, { name, recipients: [...backups.recipients, drillKey.recipient] })
  } catch (error) {
    const known = asNotStored(error, backups.store.name)
    await failBackup(ctx, row.id, errorLine(known).slice(0, 500))
    throw known
  }
  await ctx.tx(async (tx) => {
    await finishBackup(tx, row.id, { ...written, drillIdentity: drillKey.identity })
    await audit(tx, {
      action: 'backup.made',
      subjectType: 'backup',
      subjectId: row.id,
      after: { archive: name, bytes: written.bytes, rows: written.rows, files: written.files },
    })
  })
  await removeOldArchives(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'old archives not removed'),
  )
  return { ...written, name }
}
