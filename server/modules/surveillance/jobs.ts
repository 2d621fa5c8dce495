import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { checkSnapshot } from './checks/check-snapshot.ts'
import { checkUnchecked } from './checks/check-unchecked.ts'
import { checkSnapshotJob, runChecksJob } from './checks/run-checks.job.ts'
import { resumeRuns, runChecks } from './checks/run-checks.ts'
import { makeUpWeeklyRun, startWeeklyRun } from './checks/weekly-run.ts'
import { WEEKLY_CRON } from './checks/weekly-time.rules.ts'
import { readFeedsJob } from './mentions/read-feeds.job.ts'
import { readFeedNow, readFeeds } from './mentions/read-feeds.ts'
import { recordDay } from './record-day.ts'
import { fetchRegisters } from './registers/fetch-register.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(runChecksJob, (ctx, { runId }) => runChecks(ctx, runId)),
  handleJob(checkSnapshotJob, (ctx, { snapshotId }) => checkSnapshot(ctx, snapshotId)),
  handleJob(
    defineJob('surveillance.look', periodic),
    async (ctx) => {
      await checkUnchecked(ctx)
      await makeUpWeeklyRun(ctx)
    },
    { cron: '* * * * *' },
  ),
  // Monday, 6 am in Sydney in winter
  handleJob(defineJob('surveillance.weekly', periodic), startWeeklyRun, { cron: WEEKLY_CRON }),
  handleJob(readFeedsJob, (ctx, { feedId }) => readFeedNow(ctx, feedId)),
  handleJob(defineJob('surveillance.read-feeds', periodic), readFeeds, { cron: '17 * * * *' }),
  handleJob(defineJob('surveillance.record-day', periodic), recordDay, { cron: '*/20 * * * *' }),
  // ASIC publishes on Tuesdays and Thursdays; a daily request costs nothing when there is no new file
  handleJob(defineJob('surveillance.fetch-registers', periodic), fetchRegisters, { cron: '0 19 * * *' }),
]

/** Resumes an interrupted check when a process starts; the job that runs every minute is the fallback. */
export function createRunResumer({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('surveillance'),
    run: async (own) => {
      await resumeRuns(own, 0)
      await makeUpWeeklyRun(own)
    },
    failure: 'an interrupted check of all brokers was not resumed',
  })
}
