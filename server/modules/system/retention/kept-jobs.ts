import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** Jobs that gave up, and the log of what ran. The queue itself deletes jobs that succeed. */
export const keptJobs: KeptKind = [
  {
    table: 'graphile_worker._private_jobs',
    due: (before) => sql`
      select id, updated_at as at from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and updated_at < ${before}`,
    async remove(tx, ids) {
      await sql`delete from graphile_worker._private_jobs where id = any(${ids})`.execute(tx.db)
    },
  },
  {
    table: 'job_runs',
    due: (before) => sql`select id, ended_at as at from job_runs where ended_at < ${before}`,
    async remove(tx, ids) {
      await sql`delete from job_runs where id = any(${ids})`.execute(tx.db)
    },
  },
]
