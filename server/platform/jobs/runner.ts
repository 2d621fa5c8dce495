import { Logger, parseCronItems, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import type { Sign } from '#server/platform/loop.ts'
import { inSpan, type SpanStart, type Tracing } from '#server/platform/traces/spans.ts'
import { createAbandonedJobs, LOCK_TIMES, type LockTimes } from './abandoned-jobs.ts'
import { traceOf } from './add-jobs.ts'
import type { JobHandler } from './job.ts'
import { createQueuePool } from './queue-pool.ts'

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
    await openRows(pgPool)
  } finally {
    await pgPool.end()
  }
}

/**
 * The library's row level security hides its tables' rows from all roles except the owner. The application uses another
 * role, so access is controlled by grants instead.
 */
async function openRows(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`
    select format('graphile_worker.%I', relname) as name from pg_class c
    where relnamespace = to_regnamespace('graphile_worker') and relrowsecurity
      and not exists (select from pg_policy where polrelid = c.oid)`)
  for (const { name } of rows)
    await pool.query(`create policy grants_decide on ${name} using (true) with check (true)`)
}

/** One run of a job that has ended. */
export interface FinishedRun {
  jobId: string
  task: string
  /** Started by the clock. */
  scheduled: boolean
  attempt: number
  /** `failed` is retried automatically. */
  result: 'done' | 'failed' | 'gave_up'
  error: string | null
  startedAt: Date
  endedAt: Date
}

export interface JobRunnerOptions<C> {
  pool: pg.Pool
  handlers: readonly JobHandler<C>[]
  concurrency: number
  ctx(jobName: string, jobId: string): C
  log: Log
  lockTimes?: LockTimes
  /** null or absent: traces are off. */
  tracing?: Tracing | null
  /** Receives each run; its failure does not change the job's result. */
  note?: (run: FinishedRun) => Promise<void>
}

export interface JobRunner {
  sign(): Sign
  /** Resolves when the running jobs are done. */
  stop(): Promise<void>
}

/** Starts working on background jobs. The start fails where a job has two handlers. */
export async function startJobs<C>(options: JobRunnerOptions<C>): Promise<JobRunner> {
  const { handlers, log } = options
  const names = handlers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`Two handlers for the job ${twice}`)
  const active = new Set<string>()
  const taskList = Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      async (payload: unknown, { job }: { job: JobAttempt }) => {
        const { id } = job
        active.add(id)
        try {
          await inSpan(options.tracing ?? null, spanOf(handler, job, payload), () =>
            noting(options, handler, job, () => handler.run(options.ctx(handler.name, id), payload)),
          )
        } finally {
          active.delete(id)
        }
      },
    ]),
  )
  const crons = handlers.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron }] : []))
  const queue = createQueuePool(options.pool)
  const runner = await run({
    pgPool: queue.pool,
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
  const abandoned = createAbandonedJobs({
    pool: options.pool,
    active: () => [...active],
    log,
    times: options.lockTimes ?? LOCK_TIMES,
  })
  abandoned.start()
  return {
    sign: abandoned.sign,
    async stop() {
      await queue.stop(runner)
      await abandoned.stop()
    },
  }
}

interface JobAttempt {
  id: string
  /** This one among them. */
  attempts: number
  max_attempts: number
}

function spanOf<C>({ name }: JobHandler<C>, { id, attempts }: JobAttempt, payload: unknown): SpanStart {
  return {
    name: `job ${name}`,
    kind: 'consumer',
    parent: traceOf(payload),
    attributes: { 'brokerline.job.id': id, 'brokerline.job.attempt': attempts },
  }
}

/** Runs a job and reports its result. */
async function noting<C>(
  { note, log }: Pick<JobRunnerOptions<C>, 'note' | 'log'>,
  { name, cron }: JobHandler<C>,
  { id, attempts, max_attempts }: JobAttempt,
  run: () => Promise<void>,
): Promise<void> {
  const startedAt = new Date()
  const tell = async (result: FinishedRun['result'], error: string | null): Promise<void> => {
    const ended = { result, error, startedAt, endedAt: new Date() }
    await note?.({ jobId: id, task: name, scheduled: cron !== undefined, attempt: attempts, ...ended }).catch(
      (fault: unknown) => log.warn({ err: fault, job: name }, 'the run of a job could not be noted'),
    )
  }
  try {
    await run()
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    await tell(attempts >= max_attempts ? 'gave_up' : 'failed', said)
    throw error
  }
  await tell('done', null)
}
