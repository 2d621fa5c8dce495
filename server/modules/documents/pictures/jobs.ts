import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { renderDocumentJob } from './job.ts'
import { renderDocument, renderWaiting } from './service.ts'

export const pictureJobs: AppJob[] = [
  handleJob(renderDocumentJob, renderDocument),
  handleJob(defineJob('documents.render-waiting', z.unknown()), renderWaiting, { cron: '*/5 * * * *' }),
]
