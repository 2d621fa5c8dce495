import { sql } from 'kysely'
import type { AppRun, Ctx } from '#server/ctx.ts'
import type { Run } from '#server/platform/runs/run.ts'
import { continueRun, runToEnd } from '#server/platform/runs/runs.ts'
import type { TestApp } from '#test/test-app.ts'

/** Continues every run of a kind to its end, as a worker would. */
export async function finishRuns(app: Pick<TestApp, 'ctx' | 'connection'>, kind: AppRun): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where kind = ${kind.kind} and state in ('running', 'undoing') order by id`.execute(
    app.connection.db,
  )
  for (const { id } of rows) await runToEnd(app.ctx(), kind, id)
}

/** A context of a process that is killed after some of its transactions. */
export function killedAfter(ctx: Ctx, transactions: number): Ctx {
  let left = transactions
  return {
    ...ctx,
    tx: (work) => {
      if (left === 0) throw new Error('the process was killed')
      left -= 1
      return ctx.tx(work)
    },
  }
}

/** Sets back the last sign of life of a run. */
export async function silence(ctx: Ctx, id: number, seconds: number): Promise<void> {
  await sql`update runs set touched_at = clock_timestamp() - make_interval(secs => ${seconds})
    where id = ${id}`.execute(ctx.db)
}

/** Jobs of a kind that wait in the queue. */
export async function waitingJobs(ctx: Ctx, kind: string): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker.jobs where task_identifier = ${kind}`.execute(ctx.db)
  return rows[0]?.jobs ?? 0
}

/** Continues a run after its last pause: a further error ends it. */
export async function lastTry<R extends Run, Prepared>(
  ctx: Ctx,
  kind: AppRun<R, Prepared>,
  id: number,
): Promise<void> {
  await sql`update runs set failures = ${kind.retrySeconds?.length ?? 0} where id = ${id}`.execute(ctx.db)
  await continueRun(ctx, kind, id)
}
