import { z } from 'zod'
import { NIGHTLY_JOB } from '#contract/system/retention.ts'
import type { AppJob } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { deleteOldIdempotencyKeys } from '#server/platform/http/idempotency.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { deleteEndedLimits } from '#server/platform/limits/limits.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { resumeRuns } from '#server/platform/runs/runs.ts'
import { keepMonths } from './keep-months.ts'
import { removeExpired } from './retention/remove-expired.ts'
import { countServiceHours } from './service-status/service-hours.store.ts'

const deleteIdempotencyKeys = defineJob('forget_idempotency_keys', z.unknown())

const deleteLimits = defineJob('system.delete-ended-limits', z.unknown())

const keepMonthsApart = defineJob('system.keep-months-apart', z.unknown())

const removeExpiredData = defineJob(NIGHTLY_JOB, z.unknown())

const countHours = defineJob('system.count-service-hours', z.unknown())

const resumeStalled = defineJob('system.resume-runs', z.unknown())

/** Hourly, on the hour. */
const HOURLY = '0 * * * *'
/** When the last hour's messages have had their minute, and calls their seconds. */
const AFTER_THE_HOUR = '7 * * * *'
/** In UTC: between two and four in the night in eastern Australia, when locks delay few users. */
const NIGHTLY = '20 16 * * *'
const EARLIER = '5 16 * * *'

export const jobs: AppJob[] = [
  handleJob(deleteIdempotencyKeys, (ctx) => deleteOldIdempotencyKeys(ctx.db), { cron: HOURLY }),
  handleJob(deleteLimits, (ctx) => deleteEndedLimits(ctx.db, ctx.now()), { cron: HOURLY }),
  handleJob(countHours, countServiceHours, { cron: AFTER_THE_HOUR }),
  handleJob(keepMonthsApart, (ctx) => keepMonths(ctx), { cron: EARLIER }),
  handleJob(removeExpiredData, (ctx) => removeExpired(ctx), { cron: NIGHTLY }),
  handleJob(resumeStalled, (ctx) => resumeRuns(ctx), { cron: '* * * * *' }),
]

/** Continues interrupted runs of all kinds when a process starts; the job that runs every minute is the fallback. */
export function createRunResumer({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('runs'),
    run: (own) => resumeRuns(own, 0),
    failure: 'interrupted runs were not resumed',
  })
}
