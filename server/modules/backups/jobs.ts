import { z } from 'zod'
import type { AppJob, Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { makeBackup } from './make-backup.ts'
import { reconcileRestore } from './reconcile-restore.ts'
import { runDrill } from './run-drill.ts'
import { runSchedule } from './run-schedule.ts'

/** Each quarter of an hour: whether the day's archive is due. The slot is part of the job: one process does it. */
const schedule = defineJob('backups.schedule', z.unknown(), { maxAttempts: 1 })
const backUpNow = defineJob('backups.make', z.object({}), { maxAttempts: 1 })
/** Nightly, after the archive of the night. */
const drill = defineJob('backups.drill', z.unknown(), { maxAttempts: 1 })
const reconcile = defineJob('backups.reconcile-restore', z.unknown(), { maxAttempts: 1 })

export const jobs: AppJob[] = [
  handleJob(schedule, (ctx) => runSchedule(ctx), { cron: '*/15 * * * *' }),
  handleJob(backUpNow, async (ctx) => {
    await makeBackup(ctx, { day: null })
  }),
  handleJob(drill, (ctx) => runDrill(ctx), { cron: '40 * * * *' }),
  handleJob(reconcile, (ctx) => reconcileRestore(ctx), { cron: '* * * * *' }),
]

/** Makes a backup in the background. @throws AppError forbidden */
export async function startBackup(ctx: Ctx): Promise<void> {
  authorise(ctx, 'backups.write')
  await ctx.enqueue(backUpNow, {}, { key: 'backups.make' })
}
