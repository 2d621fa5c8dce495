import type { StaffRole } from '#contract/policy.ts'
import type { Ctx } from './ctx.ts'
import type { AppModule } from './module.ts'
import { insertJobRun } from './modules/system/job-runs.store.ts'
import { removeSigns, writeSigns } from './modules/system/liveness/worker-signs.store.ts'
import type { Actor } from './platform/actor.ts'
import type { ChangeFeed } from './platform/db/change-feed.ts'
import type { Connection } from './platform/db/database.ts'
import { startJobs } from './platform/jobs/runner.ts'
import type { Log } from './platform/log.ts'
import { createLoop, type Worker } from './platform/loop.ts'
import type { Tracing } from './platform/traces/spans.ts'
import type { DB } from './schema.gen.ts'

const JOB_CONCURRENCY = 3
const SIGN_EVERY_MS = 10_000

interface WorkerOptions {
  modules: readonly AppModule[]
  connection: Pick<Connection<DB>, 'pool'>
  feed: ChangeFeed
  makeCtx(actor: Actor<StaffRole>, requestId?: string): Ctx
  log: Log
  tracing: Tracing | null
  voiceWorkers: readonly Worker[]
}

/** The work of a process with the worker role: background jobs, and each module's loops. */
export function createWorkers(options: WorkerOptions): { start(): Promise<void>; stop(): Promise<void> } {
  const { modules, connection, feed, makeCtx, log } = options
  const ctx = (name: string): Ctx => makeCtx({ kind: 'system', name })
  const onChange = (topic: string, callback: () => void): (() => void) =>
    feed.subscribe((topics) => {
      if (topics.includes(topic)) callback()
    })
  const process = crypto.randomUUID()
  let workers: Worker[] = []
  let jobs: Awaited<ReturnType<typeof startJobs>> | null = null
  const signs = createLoop({
    name: 'signs',
    context: () => ctx('signs'),
    turn: (own) =>
      writeSigns(own, process, [
        ...(jobs ? [jobs.sign()] : []),
        ...workers.flatMap((worker) => worker.sign?.() ?? []),
      ]),
    everyMs: SIGN_EVERY_MS,
    failure: 'the signs of life could not be written',
  })
  return {
    async start() {
      jobs = await startJobs<Ctx>({
        pool: connection.pool,
        handlers: modules.flatMap((module) => module.jobs ?? []),
        concurrency: JOB_CONCURRENCY,
        ctx: (name, id) => makeCtx({ kind: 'system', name }, `job-${id}`),
        log,
        tracing: options.tracing,
        note: (run) => insertJobRun(ctx('job log'), run),
      })
      workers = [
        ...options.voiceWorkers,
        ...modules.flatMap((module) => (module.workers ?? []).map((create) => create({ ctx, onChange }))),
      ]
      for (const worker of workers) worker.start()
      signs.start()
    },
    async stop() {
      await signs.stop()
      await Promise.all(workers.map((worker) => worker.stop()))
      await jobs?.stop()
      // a process that stops in order must not be reported as missing
      if (jobs) await removeSigns(ctx('signs'), process).catch(() => undefined)
    },
  }
}
