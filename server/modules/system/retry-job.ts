import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'

/** Runs a failed job again now, with its attempts reset. @throws AppError not_found */
export async function retryJob(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'jobs.retry')
  await ctx.tx(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from graphile_worker.reschedule_jobs(
        (select array_agg(id) from graphile_worker.jobs where id = ${id} and last_error is not null and locked_at is null),
        run_at => now(), attempts => 0)`.execute(tx.db)
    if (rows.length === 0) throw notFound('Failed job')
    await audit(tx, { action: 'job.retried', subjectType: 'job', subjectId: id })
  })
}

/** So many at a time: the rest waits for the next press. */
const MOST_RETRIED = 1000

/** Retries every failed job that does not run just now, the oldest first. @returns how many */
export async function retryAllJobs(ctx: Ctx): Promise<number> {
  authorise(ctx, 'jobs.retry')
  return ctx.tx(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from graphile_worker.reschedule_jobs(
        (select array_agg(id) from (
          select id from graphile_worker.jobs where last_error is not null and locked_at is null
          order by id limit ${MOST_RETRIED}) as failed),
        run_at => now(), attempts => 0)`.execute(tx.db)
    if (rows.length === 0) return 0
    await audit(tx, { action: 'job.all_retried', subjectType: 'job', after: { jobs: rows.length } })
    return rows.length
  })
}
