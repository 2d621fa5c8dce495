import { sql } from 'kysely'
import { cutText } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import type { FinishedRun } from '#server/platform/jobs/runner.ts'

/** Stored length of an error, whose message is at the beginning. */
const MOST_CHARACTERS = 2000

/** Adds a run to the job log. */
export async function insertJobRun(ctx: Ctx, run: FinishedRun): Promise<void> {
  const { jobId, task, scheduled, attempt, result, startedAt, endedAt } = run
  const error =
    run.error === null || run.error === undefined
      ? null
      : cutText(run.error.replaceAll('\0', ''), MOST_CHARACTERS)
  await sql`
    insert into job_runs (job_id, task, scheduled, attempt, result, error, started_at, ended_at)
    values (${jobId}, ${task}, ${scheduled}, ${attempt}, ${result}, ${error}, ${startedAt}, ${endedAt})`.execute(
    ctx.db,
  )
}
