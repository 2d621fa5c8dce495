import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { deleteOldVisitors } from './visits/count-visits.ts'

const deleteVisitors = defineJob('forget_visitors', z.unknown())

/** Hourly, but not on the hour, when other jobs run. */
const HOURLY = '23 * * * *'

export const jobs: AppJob[] = [handleJob(deleteVisitors, deleteOldVisitors, { cron: HOURLY })]
