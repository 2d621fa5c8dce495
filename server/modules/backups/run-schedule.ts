import { sydneyDate, sydneyInstant } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { savedBackupSettings } from './concern.views.ts'
import { makeBackup } from './make-backup.ts'

/** Makes the archive of the day once its hour has come, unless it was made. @throws where it fails; the next quarter tries again */
export async function runSchedule(ctx: Ctx): Promise<void> {
  if (ctx.providers.backups.recipients.length === 0) return
  const { enabled, hour } = await savedBackupSettings(ctx)
  const now = ctx.now()
  const day = sydneyDate(now)
  // an hour that daylight saving skips has come when the day began
  const dueAt = sydneyInstant(day, `${String(hour).padStart(2, '0')}:00`) ?? 0
  if (!enabled || now.getTime() < dueAt) return
  const made = await ctx.db.selectFrom('backups').select('id').where('day', '=', day).executeTakeFirst()
  if (!made) await makeBackup(ctx, { day })
}
