import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { createLoop, type Loop } from '#server/platform/loop.ts'

export interface LockTimes {
  /** How often a process renews the locks of its jobs. */
  everyMs: number
  /** A job whose lock has not been renewed for this long is run again. */
  expireMs: number
}

export const LOCK_TIMES: LockTimes = { everyMs: 30_000, expireMs: 120_000 }

/**
 * Releases the jobs of killed processes, and those whose hand-over an outage lost. The queue itself does so only after
 * four hours, because it has no heartbeat.
 * @param active the ids of the jobs that this process is running
 */
export function createAbandonedJobs(parts: {
  pool: pg.Pool
  active: () => readonly string[]
  log: Log
  times: LockTimes
}): Loop {
  const { pool, active, log, times } = parts
  /** Start of this process's uninterrupted renewals: during an outage the other processes could not renew either. */
  let saidSince: number | null = null

  async function turn(): Promise<void> {
    const since = saidSince ?? performance.now()
    saidSince = null
    await pool.query(
      'update graphile_worker._private_jobs set locked_at = now() where id = any($1) and locked_at is not null',
      [active()],
    )
    if (performance.now() - since >= times.expireMs) {
      const { rowCount } = await pool.query(
        `update graphile_worker._private_jobs
        set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
        where locked_at < now() - $1 * interval '1 millisecond'`,
        [times.expireMs],
      )
      if (rowCount) log.warn({ jobs: rowCount }, 'jobs of a process that is gone are done again')
    }
    saidSince = since
  }

  return createLoop({
    name: 'background jobs',
    context: () => ({ log }),
    turn,
    everyMs: times.everyMs,
    failure: 'the jobs under way could not be kept',
  })
}
