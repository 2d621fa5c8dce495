import type { QueryExecutorProvider } from 'kysely'
import type { Topic } from '#contract/topics.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { JobDefinition, JobOptions } from '#server/platform/jobs/job.ts'
import type { Log } from '#server/platform/log.ts'

export type RunState = 'running' | 'undoing' | 'done' | 'undone' | 'failed' | 'cancelled'

/** Which state may follow which. A failed or cancelled run continues where it stopped; an undo that stops can be repeated. */
export const runTransitions: Record<RunState, readonly RunState[]> = {
  running: ['done', 'failed', 'cancelled'],
  done: ['undoing'],
  failed: ['running', 'undoing'],
  cancelled: ['running', 'undoing'],
  undoing: ['undone', 'done'],
  undone: [],
}

/** Work in batches over many rows. `input` is fixed at the start; each batch stores its cursor and counters. */
export interface Run<Input = unknown, Cursor = unknown, Counters = unknown> {
  id: number
  kind: string
  state: RunState
  input: Input
  cursor: Cursor
  counters: Counters
  done: number
  total: number
  error: string | null
  /** Consecutive failures; a batch that commits resets them. */
  failures: number
  startedBy: number | null
  startedAt: Date
  finishedAt: Date | null
}

/** Result of a batch: items processed, and where the next batch starts. */
export interface Step<Cursor, Counters> {
  done: number
  /** Where the number of items to process changes. */
  total?: number
  cursor?: Cursor
  counters?: Counters
}

/** Final values; without them the total is the number of items processed. */
export interface End<Counters> {
  done?: number
  total?: number
  counters?: Counters
}

interface Phase<C, R extends Run, Prepared> {
  /** One batch in a transaction that holds the run's row. @returns null when nothing is left */
  batch(tx: C, run: R, prepared: Prepared): Promise<Step<R['cursor'], R['counters']> | null>
  /** Runs in the transaction of the last batch. */
  finish?(tx: C, run: R): Promise<End<R['counters']> | undefined>
}

export interface RunKind<C, R extends Run = Run, Prepared = unknown> extends Phase<C, R, Prepared> {
  /** Of its runs and of its job, so that the job log names the work, e.g. 'brokers.run-import'. */
  kind: string
  /** The topic of the screens that show its progress. */
  topic: Topic
  /** Work before each batch that may not hold a transaction; two processes may do the same work at the same time. */
  prepare?(ctx: C, run: R): Promise<Prepared>
  undo?: Phase<C, R, Prepared>
  /** The sentence for people when an error ends the run. Left out: every error is retried until the run succeeds. */
  stopped?(error: unknown, run: R): string
  /** Pauses before retries of any error. Left out: the job retries errors that pass, and any other ends the run. */
  retrySeconds?: readonly number[]
}

/** What runs need of a context. */
export interface RunCtx<Self> {
  db: QueryExecutorProvider
  now(): Date
  actor: Actor
  log: Log
  tx<T>(work: (tx: Self) => Promise<T>): Promise<T>
  enqueue<Payload>(job: JobDefinition<Payload>, payload: Payload, options?: JobOptions): Promise<void>
  changed(...topics: Topic[]): void
}
