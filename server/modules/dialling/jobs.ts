import { sql } from 'kysely'
import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'

/** Longer than any window of the pace limiter: one second, or more below one call per second. */
const KEPT_HOURS = 1

/**
 * Updates the planner's statistics of enrolments. Autovacuum does so a minute later, and calls would be slower until
 * then.
 */
export const measureEnrolmentsJob = defineJob('dialling.measure-enrolments', z.object({}))

export const jobs: AppJob[] = [
  handleJob(measureEnrolmentsJob, async ({ db }) => {
    await sql`select measure_enrolments()`.execute(db)
  }),
  handleJob(
    defineJob('dialling.forget-slots', z.unknown()),
    async ({ db }) => {
      await sql`delete from dispatch_slots
        where slot_at < statement_timestamp() - make_interval(hours => ${KEPT_HOURS})`.execute(db)
    },
    { cron: '20 * * * *' },
  ),
]
