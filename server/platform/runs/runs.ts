// Runs work over many rows in batches. Each batch commits with its progress, so that a run continues after a kill where
// its last batch ended, and two processes that continue the same run do no batch twice. Decision 035.
import { z } from 'zod'
import { actorId } from '#server/platform/actor.ts'
import { isUnreachable, wasInTheWay } from '#server/platform/db/unreachable.ts'
import { isOutOfSpace } from '#server/platform/disk-space.ts'
import { defineJob, handleJob, type JobHandler } from '#server/platform/jobs/job.ts'
import {
  advanceRun,
  findRun,
  insertRun,
  lockRun,
  moveRun,
  type NewRun,
  recordFailure,
  stalledRuns,
} from './run.store.ts'
import type { Run, RunCtx, RunKind } from './run.ts'

/** A job hands over to the next one after this time, so that other jobs run and a shutdown need not wait. */
const SLICE_MS = 2_000
/** A run without progress for this long is continued by another job. */
const STALLED_SECONDS = 60

const jobOf = (kind: string) => defineJob(kind, z.object({ runId: z.number().int() }))

/** The job that continues runs of a kind. */
export function handleRun<C extends RunCtx<C>>(kind: RunKind<C>): JobHandler<C> {
  return handleJob(jobOf(kind.kind), (ctx: C, { runId }) => continueRun(ctx, kind, runId))
}

/** Continues a run in the background. */
export const enqueueRun = <C extends RunCtx<C>>(ctx: C, { kind }: RunKind<C>, id: number): Promise<void> =>
  enqueue(ctx, kind, id)

async function enqueue<C extends RunCtx<C>>(
  ctx: C,
  kind: string,
  runId: number,
  runAt?: Date,
): Promise<void> {
  await ctx.enqueue(jobOf(kind), { runId }, { key: `${kind}:${runId}`, ...(runAt && { runAt }) })
}

/** Starts a run. @param background false: the caller continues it. @returns null if one of its kind and key is running */
export async function startRun<C extends RunCtx<C>, R extends Run>(
  tx: C,
  { kind, topic }: RunKind<C, R>,
  { background = true, ...run }: NewRun<R> & { background?: boolean },
): Promise<R | null> {
  const started = await insertRun(tx, kind, { ...run, startedBy: actorId(tx.actor), startedAt: tx.now() })
  if (!started) return null
  if (background) await enqueue(tx, kind, started.id)
  tx.changed(topic)
  return started as R // with the input just given
}

/** Undoes a run, or continues one that failed or was cancelled. @returns false if its state does not allow it */
export async function resumeAs<C extends RunCtx<C>, R extends Run>(
  tx: C,
  { kind, topic }: RunKind<C, R>,
  id: number,
  {
    to,
    counters,
    background = true,
  }: { to: 'running' | 'undoing'; counters?: R['counters']; background?: boolean },
): Promise<boolean> {
  // rows processed before a failure still count; an undo counts from zero
  if (!(await moveRun(tx, id, to, { counters, ...(to === 'undoing' && { done: 0 }) }))) return false
  if (background) await enqueue(tx, kind, id)
  tx.changed(topic)
  return true
}

/** Stops a run after the batch under way; what it did stays. @returns false if it is not running */
export async function cancelRun<C extends RunCtx<C>>(
  tx: C,
  { topic }: RunKind<C>,
  id: number,
): Promise<boolean> {
  tx.changed(topic)
  return moveRun(tx, id, 'cancelled', { finishedAt: tx.now() })
}

/** Continues a run for one slice of time. Safe to repeat and to run twice at the same time. */
export async function continueRun<C extends RunCtx<C>>(ctx: C, kind: RunKind<C>, id: number): Promise<void> {
  const end = performance.now() + SLICE_MS
  while (await runBatch(ctx, kind, id)) {
    if (performance.now() >= end) return enqueue(ctx, kind.kind, id)
  }
}

/** Continues a run until it ends. */
export async function runToEnd<C extends RunCtx<C>>(ctx: C, kind: RunKind<C>, id: number): Promise<void> {
  while (await runBatch(ctx, kind, id));
}

/** @returns whether the run goes on */
async function runBatch<C extends RunCtx<C>>(ctx: C, kind: RunKind<C>, id: number): Promise<boolean> {
  const run = await findRun(ctx, kind.kind, id)
  if (run?.state !== 'running' && run?.state !== 'undoing') return false
  try {
    const prepared = await kind.prepare?.(ctx, run)
    return await ctx.tx((tx) => commitBatch(tx, kind, run, prepared))
  } catch (error) {
    await handleError(ctx, kind, run, error)
    return false
  }
}

async function commitBatch<C extends RunCtx<C>>(
  tx: C,
  kind: RunKind<C>,
  { id, state, cursor }: Run,
  prepared: unknown,
): Promise<boolean> {
  const run = await lockRun(tx, id, state)
  if (!run) return false
  // another process did the batch that was prepared
  if (kind.prepare && JSON.stringify(run.cursor) !== JSON.stringify(cursor)) return true
  const phase = state === 'undoing' ? kind.undo : kind
  tx.changed(kind.topic)
  const step = await phase?.batch(tx, run, prepared)
  if (step) {
    await advanceRun(tx, run, step)
    return true
  }
  const end = (await phase?.finish?.(tx, run)) ?? {}
  await moveRun(tx, id, state === 'undoing' ? 'undone' : 'done', {
    total: run.done,
    ...end,
    finishedAt: tx.now(),
  })
  tx.changed('notifications')
  return false
}

async function handleError<C extends RunCtx<C>>(
  ctx: C,
  kind: RunKind<C>,
  run: Run,
  error: unknown,
): Promise<void> {
  const { id, state, failures } = run
  const passes = isOutOfSpace(error) || isUnreachable(error) || wasInTheWay(error)
  if (!kind.stopped || (passes && !kind.retrySeconds)) throw error
  const message = kind.stopped(error, run)
  const pause = kind.retrySeconds?.[failures]
  ctx.log.error({ err: error, runId: id, kind: kind.kind }, 'run interrupted')
  // fails while the database is unreachable; the job is then retried
  await ctx.tx(async (tx) => {
    tx.changed(kind.topic)
    if (pause === undefined) {
      const to = state === 'undoing' ? 'done' : 'failed'
      await moveRun(tx, id, to, { error: message, finishedAt: tx.now() })
    } else if (await recordFailure(tx, id)) {
      await enqueue(tx, kind.kind, id, new Date(Date.now() + pause * 1000))
    }
  })
}

/** Continues the runs of killed processes. @param silentSeconds 0 when a process starts: a second job does no harm */
export async function resumeRuns<C extends RunCtx<C>>(
  ctx: C,
  silentSeconds = STALLED_SECONDS,
): Promise<void> {
  for (const { id, kind } of await stalledRuns(ctx, silentSeconds)) await enqueue(ctx, kind, id)
}
