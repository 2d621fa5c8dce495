import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { deleteOldRegistrations } from './registration.ts'

/** Hourly, away from the full hour. */
const HOURLY = '43 * * * *'

export const jobs: AppJob[] = [
  handleJob(defineJob('portal.tidy-registrations', z.unknown()), deleteOldRegistrations, { cron: HOURLY }),
]
