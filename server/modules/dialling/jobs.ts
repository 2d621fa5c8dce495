import { sql } from 'kysely'
import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { deleteOldSlots } from '#server/modules/calls/dispatch/pace.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'

/**
 * Updates the planner's statistics of enrolments. Autovacuum does so a minute later, and calls would be slower until
 * then.
 */
export const measureEnrolmentsJob = defineJob('dialling.measure-enrolments', z.object({}))

export const jobs: AppJob[] = [
  handleJob(measureEnrolmentsJob, async ({ db }) => {
    await sql`select measure_enrolments()`.execute(db)
  }),
  handleJob(defineJob('dialling.forget-slots', z.unknown()), deleteOldSlots, { cron: '20 * * * *' }),
]
