import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { checkFigures } from './check-figures.ts'

const check = defineJob('figures.check', z.unknown())

/** At night in Sydney, when no other job is due. */
const NIGHTLY = '43 16 * * *'

export const jobs: AppJob[] = [
  handleJob(check, async (ctx) => void (await checkFigures(ctx)), { cron: NIGHTLY }),
]
