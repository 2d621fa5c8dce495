import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { remindStaff } from './remind-staff.ts'

export const jobs: AppJob[] = [
  handleJob(defineJob('contests.remind', z.unknown()), remindStaff, { cron: '0 * * * *' }),
]
