import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { processExpiry } from './expiry.ts'
import { renderDocumentJob } from './pictures/render-document.job.ts'
import { renderDocument, renderWaiting } from './pictures/render-document.ts'

export const jobs: AppJob[] = [
  handleJob(renderDocumentJob, renderDocument),
  handleJob(defineJob('documents.render-waiting', z.unknown()), renderWaiting, { cron: '*/5 * * * *' }),
  handleJob(defineJob('documents.look-after-expiry', z.unknown()), processExpiry, { cron: '5 * * * *' }),
]
