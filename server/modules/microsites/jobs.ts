import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { forgetOldVisitors } from './visits/count-visits.ts'

const forgetVisitors = defineJob('forget_visitors', z.unknown())

/** Hourly, away from the full hour. */
const HOURLY = '23 * * * *'

export const jobs: AppJob[] = [handleJob(forgetVisitors, forgetOldVisitors, { cron: HOURLY })]
