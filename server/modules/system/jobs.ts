import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { deleteOldIdempotencyKeys } from '#server/platform/http/idempotency.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'

const deleteIdempotencyKeys = defineJob('forget_idempotency_keys', z.unknown())

/** Hourly, on the hour. */
const HOURLY = '0 * * * *'

export const jobs: AppJob[] = [
  handleJob(deleteIdempotencyKeys, (ctx) => deleteOldIdempotencyKeys(ctx.db), { cron: HOURLY }),
]
