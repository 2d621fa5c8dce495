import { type Kysely, sql } from 'kysely'
import type { Topic } from '#contract/topics.ts'
import type { Actor } from './actor.ts'
import type { EventBus } from './bus.ts'
import { againWhenInTheWay } from './db/attempt.ts'
import { reportWrittenTables } from './db/written-tables.ts'
import { addJobs, type QueuedJob, queuedJob } from './jobs/add-jobs.ts'
import type { JobDefinition, JobOptions } from './jobs/job.ts'
import type { Log } from './log.ts'

/** Channel on which processes notify each other of changes; one NOTIFY per transaction. */
export const CHANGES_CHANNEL = 'brokerline_changes'

/**
 * The context of every service function: built per request or job. `tx` passes the same context bound to a transaction,
 * so that rows, audit, events and jobs commit together or not at all.
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
  /**
   * Runs work that may fail without failing the surrounding transaction: its rows, jobs and topics are rolled back.
   * Only inside `tx`. @throws the error of the work
   */
  inSavepoint<T>(work: () => Promise<T>): Promise<T>
  /** Adds a background job; inside `tx` it is written right before the commit, and starts after it. */
  enqueue<Payload>(job: JobDefinition<Payload>, payload: Payload, options?: JobOptions): Promise<void>
  /** Calls the listeners, inside the same transaction, in module order. Only inside `tx`. */
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): Promise<void>
  /**
   * Publishes topics in addition to those of the written tables, where no table implies them. All topics of a transaction are one
   * NOTIFY at its commit. Only inside `tx`.
   */
  changed(...topics: Topic[]): void
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
  /** Topics that a write to a table publishes. */
  topicsOf?: (table: string) => readonly Topic[]
}

export function createCtx<Schema, Events extends object, Providers, Role extends string>(
  parts: CtxParts<Schema, Events, Providers, Role>,
): BaseCtx<Schema, Events, Providers, Role> {
  return buildCtx(parts, null)
}

/** Written at the end of a transaction, in one statement each. */
interface AtTheEnd {
  topics: Set<string>
  jobs: QueuedJob[]
}

function buildCtx<Schema, Events extends object, Providers, Role extends string>(
  parts: CtxParts<Schema, Events, Providers, Role>,
  atTheEnd: AtTheEnd | null,
): BaseCtx<Schema, Events, Providers, Role> {
  type Self = BaseCtx<Schema, Events, Providers, Role>
  let log: Log | undefined
  const ctx: Self = {
    db: parts.db,
    now: parts.now,
    actor: parts.actor,
    requestId: parts.requestId,
    // most requests log nothing
    get log() {
      log ??= parts.log.child({ requestId: parts.requestId })
      return log
    },
    providers: parts.providers,
    inTransaction: atTheEnd !== null,
    async tx<T>(work: (inner: Self) => Promise<T>): Promise<T> {
      if (atTheEnd) return work(ctx)
      return againWhenInTheWay(() =>
        parts.db.transaction().execute(async (trx) => {
          const { topics, jobs }: AtTheEnd = { topics: new Set(), jobs: [] }
          const reporting = trx.withPlugin(
            reportWrittenTables((table) => {
              for (const topic of parts.topicsOf?.(table) ?? []) topics.add(topic)
            }),
          )
          const result = await work(buildCtx({ ...parts, db: reporting }, { topics, jobs }))
          await addJobs(trx, jobs)
          if (topics.size > 0) {
            const message = JSON.stringify({ topics: [...topics].sort() })
            await sql`select pg_notify(${CHANGES_CHANNEL}, ${message})`.execute(trx)
          }
          return result
        }),
      )
    },
    async inSavepoint(work) {
      if (!atTheEnd) throw new Error('inSavepoint() needs a transaction')
      const { jobs, topics } = atTheEnd
      const before = { jobs: jobs.length, topics: new Set(topics) }
      await sql`savepoint attempt`.execute(parts.db)
      try {
        const result = await work()
        await sql`release savepoint attempt`.execute(parts.db)
        return result
      } catch (error) {
        await sql`rollback to savepoint attempt`.execute(parts.db)
        jobs.length = before.jobs
        for (const topic of topics) if (!before.topics.has(topic)) topics.delete(topic)
        throw error
      }
    },
    async enqueue(job, payload, options) {
      const queued = queuedJob(job, payload, options)
      if (atTheEnd) atTheEnd.jobs.push(queued)
      else await addJobs(parts.db, [queued])
    },
    async emit(name, payload) {
      if (!atTheEnd) throw new Error(`emit('${String(name)}') needs a transaction`)
      await parts.bus.emit(ctx, name, payload)
    },
    changed(...names) {
      if (!atTheEnd) throw new Error(`changed(${names.join(', ')}) needs a transaction`)
      for (const name of names) atTheEnd.topics.add(name)
    },
    as: (actor) => buildCtx({ ...parts, actor }, atTheEnd),
  }
  return ctx
}
