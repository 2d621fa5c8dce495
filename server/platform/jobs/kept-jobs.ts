import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** Waiting jobs, one a line, as JSON in PostgreSQL's text format. The library's own tables differ between its versions. */
export function copyJobs(client: pg.ClientBase): ReturnType<typeof to> {
  return client.query(
    to(`copy (select jsonb_build_object('identifier', t.identifier, 'payload', j.payload, 'run_at', j.run_at,
        'max_attempts', j.max_attempts, 'job_key', j.key)
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.attempts < j.max_attempts order by j.id) to stdout`),
  )
}

/** Opens a stream for copied jobs; `addCopiedJobs` then adds them. Only the owner may. */
export async function copyJobsIn(client: pg.ClientBase): Promise<ReturnType<typeof from>> {
  await client.query('create temporary table copied_jobs (job jsonb not null)')
  return client.query(from('copy copied_jobs from stdin'))
}

export async function addCopiedJobs(client: pg.ClientBase): Promise<void> {
  await client.query(`select count(*) from copied_jobs, lateral graphile_worker.add_job(
    job ->> 'identifier', (job -> 'payload')::json, null, (job ->> 'run_at')::timestamptz,
    (job ->> 'max_attempts')::integer, job ->> 'job_key')`)
  await client.query('drop table copied_jobs')
}
