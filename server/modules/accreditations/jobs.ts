import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { expireDrafts } from './drafts/service.ts'

export const jobs: AppJob[] = [
  handleJob(defineJob('accreditations.expire-drafts', z.unknown()), expireDrafts, { cron: '20 * * * *' }),
]
