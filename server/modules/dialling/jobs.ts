import { sql } from 'kysely'
import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'

/** The pace looks back one second, or a longer window below one call a second; an hour is more than any. */
const KEPT_HOURS = 1

export const jobs: AppJob[] = [
  handleJob(
    defineJob('dialling.forget-slots', z.unknown()),
    async ({ db }) => {
      await sql`delete from dispatch_slots
        where slot_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})`.execute(db)
    },
    { cron: '20 * * * *' },
  ),
]
