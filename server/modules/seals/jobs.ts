import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { checkSeals } from './seal-checks.ts'

/** In UTC: eastern Australia's night. */
export const jobs: AppJob[] = [
  handleJob(defineJob('seals.check', z.unknown()), async (ctx) => void (await checkSeals(ctx)), {
    cron: '20 17 * * *',
  }),
]
