import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { sendBriefs } from './brief/bdm-brief.job.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(defineJob('dashboard.brief', periodic), sendBriefs, { cron: '*/5 * * * *' }),
]
