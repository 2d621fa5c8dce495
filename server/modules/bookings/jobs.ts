import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { readBusyFeedJob } from './bdms.ts'
import { readBusyFeed, readBusyFeeds } from './busy-feeds.ts'
import { lapse } from './lapse.job.ts'
import { remind } from './reminders.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(defineJob('bookings.remind', periodic), remind, { cron: '* * * * *' }),
  handleJob(defineJob('bookings.lapse', periodic), lapse, { cron: '* * * * *' }),
  handleJob(readBusyFeedJob, (ctx, { bdmId }) => readBusyFeed(ctx, bdmId)),
  handleJob(defineJob('bookings.read-busy-feeds', periodic, { maxAttempts: 1 }), readBusyFeeds, {
    cron: '*/15 * * * *',
  }),
]
