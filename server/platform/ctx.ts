import { type Kysely, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { EventBus } from './bus.ts'
import { againWhenInTheWay } from './db/attempt.ts'
import type { JobDefinition, JobOptions } from './jobs/job.ts'
import type { Log } from './log.ts'

/** Channel on which processes tell each other what changed; one NOTIFY per transaction. */
export const CHANGES_CHANNEL = 'brokerline_changes'

/**
 * What every service function gets: built per request or job. `tx` hands on the same context bound to a
 * transaction, so that rows, audit, events and jobs commit together or not at all.
 */
export interface BaseCtx<Schema, Events extends object, Providers, Role extends string> {
  readonly db: Kysely<Schema>
  /** The real time. */
  now(): Date
  readonly actor: Actor<Role>
  readonly requestId: string
  readonly log: Log
  readonly providers: Providers
  /** True inside `tx`. */
  readonly inTransaction: boolean
  /**
   * Runs `work` in a transaction; joins the one that is open already. PostgreSQL ends one of two transactions that wait
   * for each other: then `work` runs again from the start, so that it leaves nothing but rows.
   */
  tx<T>(work: (ctx: BaseCtx<Schema, Events, Providers, Role>) => Promise<T>): Promise<T>
  /** Adds a background job; inside `tx` it starts only after the commit. */
  enqueue<Payload>(job: JobDefinition<Payload>, payload: Payload, options?: JobOptions): Promise<void>
  /** Tells the listeners, inside the same transaction, in module order. Only inside `tx`. */
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): Promise<void>
  /** Says which screens' data changed; sent to all processes when the transaction commits. Only inside `tx`. */
  changed(...topics: string[]): void
  /** The same context for somebody else, e.g. the system acting on a visitor's request. */
  as(actor: Actor<Role>): BaseCtx<Schema, Events, Providers, Role>
}

export interface CtxParts<Schema, Events extends object, Providers, Role extends string> {
  db: Kysely<Schema>
  now: () => Date
  actor: Actor<Role>
  requestId: string
  log: Log
  providers: Providers
  bus: EventBus<Events, BaseCtx<Schema, Events, Providers, Role>>
}

export function createCtx<Schema, Events extends object, Providers, Role extends string>(
  parts: CtxParts<Schema, Events, Providers, Role>,
): BaseCtx<Schema, Events, Providers, Role> {
  return buildCtx(parts, null)
}

function buildCtx<Schema, Events extends object, Providers, Role extends string>(
  parts: CtxParts<Schema, Events, Providers, Role>,
  topics: Set<string> | null,
): BaseCtx<Schema, Events, Providers, Role> {
  type Self = BaseCtx<Schema, Events, Providers, Role>
  const ctx: Self = {
    db: parts.db,
    now: parts.now,
    actor: parts.actor,
    requestId: parts.requestId,
    log: parts.log,
    providers: parts.providers,
    inTransaction: topics !== null,
    async tx<T>(work: (inner: Self) => Promise<T>): Promise<T> {
      if (topics) return work(ctx)
      return againWhenInTheWay(() =>
        parts.db.transaction().execute(async (trx) => {
          const changed = new Set<string>()
          const result = await work(buildCtx({ ...parts, db: trx }, changed))
          if (changed.size > 0) {
            const message = JSON.stringify({ topics: [...changed].sort() })
            await sql`select pg_notify(${CHANGES_CHANNEL}, ${message})`.execute(trx)
          }
          return result
        }),
      )
    },
    async enqueue(job, payload, options = {}) {
      const spec = JSON.stringify(job.schema.parse(payload))
      await sql`select graphile_worker.add_job(
        identifier => ${job.name}, payload => ${spec}::json, run_at => ${options.runAt ?? null}::timestamptz,
        max_attempts => ${options.maxAttempts ?? job.maxAttempts}::int, job_key => ${options.key ?? null})`.execute(
        parts.db,
      )
    },
    async emit(name, payload) {
      if (!topics) throw new Error(`emit('${String(name)}') needs a transaction`)
      await parts.bus.emit(ctx, name, payload)
    },
    changed(...names) {
      if (!topics) throw new Error(`changed(${names.join(', ')}) needs a transaction`)
      for (const name of names) topics.add(name)
    },
    as: (actor) => buildCtx({ ...parts, actor }, topics),
  }
  return ctx
}
