// The best rate of the same database, one row and one empty job at a time.
import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'

const CONNECTIONS = 16
const SECONDS = 3
const JOBS = 6000
const SCHEMA = 'bench_jobs'

/** @returns transactions of one inserted row a second */
export async function singleCommits(url: string): Promise<number> {
  const pool = openPool(url)
  await pool.query(
    'create table if not exists bench_rows (id bigint generated always as identity, at timestamptz)',
  )
  let commits = 0
  const until = performance.now() + SECONDS * 1000
  const insert = async (): Promise<void> => {
    while (performance.now() < until) {
      await pool.query('insert into bench_rows (at) values (now())')
      commits += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, insert))
  await pool.end()
  return commits / SECONDS
}

/** @returns jobs that do nothing, taken and completed in a second */
export async function emptyJobs(url: string): Promise<number> {
  const pool = openPool(url)
  const logger = new Logger(() => () => undefined)
  await runMigrations({ pgPool: pool, schema: SCHEMA, logger })
  await pool.query(`select ${SCHEMA}.add_job('nothing') from generate_series(1, ${JOBS})`)
  const from = performance.now()
  let done = 0
  await new Promise<void>((resolve, reject) => {
    const finish = (): void => {
      done += 1
      if (done === JOBS) resolve()
    }
    run({
      ...{ pgPool: pool, schema: SCHEMA, concurrency: CONNECTIONS, noHandleSignals: true, logger },
      ...{ parsedCronItems: [], taskList: { nothing: async () => finish() } },
    }).then((runner) => {
      stop = () => runner.stop()
    }, reject)
  })
  const seconds = (performance.now() - from) / 1000
  await stop()
  await pool.end()
  return JOBS / seconds
}

let stop = async (): Promise<void> => undefined

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS + 2 })
  pool.on('error', () => undefined)
  return pool
}
