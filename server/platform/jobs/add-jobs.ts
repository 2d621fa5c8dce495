import { type Kysely, sql } from 'kysely'
import { activeTrace } from '#server/platform/traces/spans.ts'
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
  { runAt, maxAttempts, key, trace = activeTrace() }: JobOptions = {},
): QueuedJob {
  return {
    identifier: job.name,
    payload: withTrace(job.schema.parse(payload), trace),
    run_at: runAt ?? null,
    max_attempts: maxAttempts ?? job.maxAttempts,
    job_key: key ?? null,
  }
}

/** Field of a payload with the traceparent of the span that enqueued the job. */
const TRACE = '_trace'

const withTrace = (payload: unknown, trace: string | null): unknown =>
  trace !== null && typeof payload === 'object' ? { ...payload, [TRACE]: trace } : payload

/** The trace that was stored with a job; null: none. */
export function traceOf(payload: unknown): string | null {
  const trace = typeof payload === 'object' && payload !== null && TRACE in payload ? payload[TRACE] : null
  return typeof trace === 'string' ? trace : null
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
