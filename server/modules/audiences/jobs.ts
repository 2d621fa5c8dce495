import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { countAudiences } from './audiences.store.ts'

export const jobs: AppJob[] = [
  handleJob(defineJob('audiences.count', z.unknown()), countAudiences, { cron: '* * * * *' }),
]
