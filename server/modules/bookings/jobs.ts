import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { remind } from './reminding/service.ts'

export const jobs: AppJob[] = [
  handleJob(defineJob('bookings.remind', z.unknown()), remind, { cron: '* * * * *' }),
]
