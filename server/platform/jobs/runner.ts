import { Logger, parseCronItems, type Runner, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import type { JobHandler } from './job.ts'

/** Jobs due later wait for this poll; jobs due now are announced and start within milliseconds. */
const POLL_MS = 1_000

/** Creates or updates the queue's own tables. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  // of its own pool the library does not wait for the end: a database that stops then would end the process
  pgPool.on('error', () => undefined)
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
  } finally {
    await pgPool.end()
  }
}

export interface JobRunnerOptions<C> {
  pool: pg.Pool
  handlers: readonly JobHandler<C>[]
  concurrency: number
  ctx(jobName: string, jobId: string): C
  log: Log
}

/** Starts working on background jobs. The start fails where a job has two handlers. */
export async function startJobs<C>(options: JobRunnerOptions<C>): Promise<Runner> {
  const { handlers, log } = options
  const names = handlers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`Two handlers for the job ${twice}`)
  const taskList = Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      async (payload: unknown, helpers: { job: { id: string } }) => {
        await handler.run(options.ctx(handler.name, helpers.job.id), payload)
      },
    ]),
  )
  const crons = handlers.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron }] : []))
  return run({
    pgPool: options.pool,
    taskList,
    concurrency: options.concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(crons),
    logger: new Logger(({ label }) => (level, message) => {
      if (level === 'error') log.error({ source: label }, message)
      else if (level === 'warning') log.warn({ source: label }, message)
    }),
  })
}
