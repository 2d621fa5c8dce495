import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { recount } from './accreditation-status.ts'
import { recountJob } from './recount.job.ts'

export const jobs: AppJob[] = [
  handleJob(recountJob, (ctx, { afterId }) => recount(ctx, afterId)),
  // soon after midnight in Sydney, in daylight saving time or not, when documents that expired yesterday stop counting
  handleJob(defineJob('accreditations.recount-daily', z.unknown()), (ctx) => recount(ctx, 0), {
    cron: '5 13,14 * * *',
  }),
]
