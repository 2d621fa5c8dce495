import { type Kysely, sql } from 'kysely'
import type { JobDefinition, JobOptions } from './job.ts'

/** A job as it is written to the queue. */
export interface QueuedJob {
  identifier: string
  payload: unknown
  run_at: Date | null
  max_attempts: number
  job_key: string | null
}

/** @throws ZodError where the payload violates the job's schema */
export function queuedJob<Payload>(
  job: JobDefinition<Payload>,
  payload: Payload,
  { runAt, maxAttempts, key }: JobOptions = {},
): QueuedJob {
  return {
    identifier: job.name,
    payload: job.schema.parse(payload),
    run_at: runAt ?? null,
    max_attempts: maxAttempts ?? job.maxAttempts,
    job_key: key ?? null,
  }
}

/** Adds jobs in one statement, as one alone costs nearly as much as ten. Of those with the same key only the last is added. */
export async function addJobs<Schema>(db: Kysely<Schema>, jobs: readonly QueuedJob[]): Promise<void> {
  const wanted = [...new Map(jobs.map((job, index) => [job.job_key ?? index, job])).values()]
  if (wanted.length === 0) return
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select (identifier, payload, null, run_at, max_attempts, job_key, null, null)::graphile_worker.job_spec
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as given(identifier text, payload json, run_at timestamptz, max_attempts smallint, job_key text)))`.execute(
    db,
  )
}
