import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { checkFigures } from './check-figures.ts'
import { sendWeeklyReports } from './reports/weekly-report.job.ts'

const check = defineJob('figures.check', z.unknown())

/** At night in Sydney, beside no other job. */
const NIGHTLY = '43 16 * * *'
/** In UTC a Monday of Sydney is part of a Sunday and part of a Monday, in summer and winter; the job knows which. */
const AROUND_MONDAY = '* * * * 0,1'

export const jobs: AppJob[] = [
  handleJob(check, async (ctx) => void (await checkFigures(ctx)), { cron: NIGHTLY }),
  handleJob(defineJob('analytics.weekly-report', z.unknown()), sendWeeklyReports, { cron: AROUND_MONDAY }),
]
