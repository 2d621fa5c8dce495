import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { sendWeeklyReports } from './reports/weekly-report.job.ts'

/** In UTC a Monday of Sydney is part of a Sunday and part of a Monday, in summer and winter; the job knows which. */
const AROUND_MONDAY = '* * * * 0,1'

export const jobs: AppJob[] = [
  handleJob(defineJob('analytics.weekly-report', z.unknown()), sendWeeklyReports, { cron: AROUND_MONDAY }),
]
