import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { deleteExpiredRegistrations } from './registration.store.ts'

/** Hourly, but not on the hour, when other jobs run. */
const HOURLY = '43 * * * *'

export const jobs: AppJob[] = [
  handleJob(defineJob('portal.tidy-registrations', z.unknown()), deleteExpiredRegistrations, {
    cron: HOURLY,
  }),
]
