import { z } from 'zod'
import type { AppJob, Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { handleRun } from '#server/platform/runs/runs.ts'
import { checkSnapshotJob } from './checks/check-snapshot.job.ts'
import { checkSnapshot } from './checks/check-snapshot.ts'
import { checkUnchecked } from './checks/check-unchecked.ts'
import { checkAllRun } from './checks/run-checks.ts'
import { makeUpWeeklyRun, startWeeklyRun } from './checks/weekly-run.ts'
import { WEEKLY_CRON } from './checks/weekly-time.rules.ts'
import { readFeedsJob } from './mentions/read-feeds.job.ts'
import { readFeedNow, readFeeds } from './mentions/read-feeds.ts'
import { recordDay } from './record-day.store.ts'
import { fetchRegisters } from './registers/fetch-register.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleRun<Ctx>(checkAllRun),
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

/** Makes up a missed weekly run when a process starts; the job that runs every minute is the fallback. */
export function createWeeklyStarter({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('surveillance'),
    run: makeUpWeeklyRun,
    failure: 'a missed check of all brokers was not started',
  })
}
