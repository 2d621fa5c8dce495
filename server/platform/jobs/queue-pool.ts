import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isUnreachable } from '#server/platform/db/unreachable.ts'
import { errorCode } from '#server/platform/startup-error.ts'

/** The longest pause of a loop: all loops resume within five seconds of the end of an outage. */
const LONGEST_PAUSE_MS = 4_000
const FIRST_PAUSE_MS = 250
/**
 * Time limit for storing the results of running jobs when the queue stops; another process repeats jobs without one.
 */
const LAST_STATEMENTS_MS = 5_000

export interface QueuePool {
  pool: pg.Pool
  /** Stops the queue, then waits for its pending statements. While the database is unreachable it does not wait. */
  stop(queue: { stop(): Promise<void> }): Promise<void>
}

/**
 * The pool as graphile-worker (0.18) needs it. The library stores the end of a job without awaiting it, so that an
 * error there would end the process, and an outage during its first query of job kinds would disable it for good. So
 * `connect` retries until the database is reachable, and passing errors get a code that the library retries.
 */
export function createQueuePool(pool: pg.Pool): QueuePool {
  const uses = new Set<Promise<void>>()
  let stopping = false

  async function open(): Promise<pg.PoolClient> {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        return await pool.connect()
      } catch (error) {
        if (!isUnreachable(error)) throw error
        // an error would be unhandled here: another process repeats jobs whose end was not stored
        if (stopping) return nobody
        await pause(wait)
      }
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    const use = Promise.withResolvers<void>()
    uses.add(use.promise)
    const end = (): void => {
      uses.delete(use.promise)
      use.resolve()
    }
    try {
      return forQueue(await open(), end)
    } catch (error) {
      end()
      throw error
    }
  }

  // where the queue listens for new jobs it hands in a callback
  async function connectAny(
    callback?: Parameters<typeof pool.connect>[0],
  ): Promise<pg.PoolClient | undefined> {
    if (!callback) return connect()
    const [opened] = await Promise.allSettled([connect()])
    if (opened.status === 'fulfilled') callback(undefined, opened.value, opened.value.release)
    else callback(opened.reason, undefined, () => undefined)
    return undefined
  }

  return {
    pool: new Proxy(pool, {
      get: (target, key) => (key === 'connect' ? connectAny : member(target, key)),
    }),
    async stop(queue) {
      stopping = true
      await queue.stop()
      await Promise.race([Promise.all(uses), pause(LAST_STATEMENTS_MS, undefined, { ref: false })])
    },
  }
}

const nobody = {
  query: async () => ({ rows: [], rowCount: 0 }),
  release: () => undefined,
  on: () => nobody,
  removeListener: () => nobody,
} as unknown as pg.PoolClient // all that the queue uses of one

function forQueue(client: pg.PoolClient, onRelease: () => void): pg.PoolClient {
  async function query(...args: Parameters<typeof client.query>): Promise<unknown> {
    try {
      return await client.query(...args)
    } catch (error) {
      throw mayPass(error) ? new QueueInterrupted(error) : error
    }
  }
  function release(error?: Error | boolean): void {
    client.release(error)
    onRelease()
  }
  return new Proxy(client, {
    get: (target, key) => (key === 'query' ? query : key === 'release' ? release : member(target, key)),
  })
}

function member<T extends object>(target: T, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target)
  return typeof value === 'function' ? value.bind(target) : value
}

/** A statement of the queue that failed for a reason that passes; all of them may be repeated. */
class QueueInterrupted extends Error {
  override name = 'QueueInterrupted'
  /** PostgreSQL's "cannot connect now", after which graphile-worker tries again: first after about three seconds. */
  readonly code = '57P03'

  constructor(cause: unknown) {
    super(`the queue was interrupted: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** PostgreSQL's classes for others in the way (40, 55), resources that ran out (53), an operator (57), the system (58). */
const PASSES = /^(40|53|55|57|58)/

function mayPass(error: unknown): boolean {
  return isUnreachable(error) || PASSES.test(errorCode(error) ?? '')
}
