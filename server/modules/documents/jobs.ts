import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { lookAfterExpiry } from './expiry/service.ts'
import { pictureJobs } from './pictures/jobs.ts'
import { vaultJobs } from './vault/jobs.ts'

export const jobs: AppJob[] = [
  ...vaultJobs,
  ...pictureJobs,
  handleJob(defineJob('documents.look-after-expiry', z.unknown()), lookAfterExpiry, { cron: '5 * * * *' }),
]
