import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { lookAfterExpiry } from './expiry/service.ts'
import { destroyFilesJob } from './vault/destruction/job.ts'
import { cleanVault, destroyReleased } from './vault/destruction/service.ts'

export const jobs: AppJob[] = [
  handleJob(destroyFilesJob, async (ctx, { ids }) => void (await destroyReleased(ctx, { ids }))),
  handleJob(defineJob('documents.clean-vault', z.unknown()), cleanVault, { cron: '50 * * * *' }),
  handleJob(defineJob('documents.look-after-expiry', z.unknown()), lookAfterExpiry, { cron: '5 * * * *' }),
]
