import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { FinishedRun } from '#server/platform/jobs/runner.ts'

/** No error of a job is longer in the log: what it says stands at its beginning. */
const MOST_CHARACTERS = 2000

/** Adds a run to the job log. */
export async function insertJobRun(ctx: Ctx, run: FinishedRun): Promise<void> {
  const { jobId, task, scheduled, attempt, result, startedAt, endedAt } = run
  const error = run.error?.replaceAll('\0', '').slice(0, MOST_CHARACTERS) ?? null
  await sql`
    insert into job_runs (job_id, task, scheduled, attempt, result, error, started_at, ended_at)
    values (${jobId}, ${task}, ${scheduled}, ${attempt}, ${result}, ${error}, ${startedAt}, ${endedAt})`.execute(
    ctx.db,
  )
}
