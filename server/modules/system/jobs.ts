import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { deleteOldIdempotencyKeys } from '#server/platform/http/idempotency.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { deleteEndedLimits } from '#server/platform/limits/limits.ts'

const deleteIdempotencyKeys = defineJob('forget_idempotency_keys', z.unknown())

const deleteLimits = defineJob('system.delete-ended-limits', z.unknown())

/** Hourly, on the hour. */
const HOURLY = '0 * * * *'

export const jobs: AppJob[] = [
  handleJob(deleteIdempotencyKeys, (ctx) => deleteOldIdempotencyKeys(ctx.db), { cron: HOURLY }),
  handleJob(deleteLimits, (ctx) => deleteEndedLimits(ctx.db, ctx.now()), { cron: HOURLY }),
]
