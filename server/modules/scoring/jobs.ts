import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { calculateJob } from './score/calculate.job.ts'
import { calculate, resumeCalculations, startDueRuns } from './score/calculate.ts'
import { expireOverrides } from './score/override-tier.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(calculateJob, (ctx, { runId }) => calculate(ctx, runId)),
  handleJob(defineJob('scoring.look', periodic), startDueRuns, { cron: '*/5 * * * *' }),
  handleJob(defineJob('scoring.resume', periodic), (ctx) => resumeCalculations(ctx), { cron: '* * * * *' }),
  handleJob(defineJob('scoring.expire-overrides', periodic), expireOverrides, { cron: '10 * * * *' }),
]

/** Goes on with an interrupted calculation when a process starts; the job that runs every minute is the fallback. */
export function createCalculationResumer({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('scoring'),
    run: (own) => resumeCalculations(own, 0),
    failure: 'an interrupted calculation of scores was not resumed',
  })
}
