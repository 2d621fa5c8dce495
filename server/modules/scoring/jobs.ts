import { z } from 'zod'
import type { AppJob, Ctx } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { handleRun } from '#server/platform/runs/runs.ts'
import { calculationRun, startDueRuns } from './score/calculate.ts'
import { expireOverrides } from './score/override-tier.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleRun<Ctx>(calculationRun),
  handleJob(defineJob('scoring.look', periodic), startDueRuns, { cron: '*/5 * * * *' }),
  handleJob(defineJob('scoring.expire-overrides', periodic), expireOverrides, { cron: '10 * * * *' }),
]
