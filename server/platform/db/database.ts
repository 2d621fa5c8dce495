import { Kysely } from 'kysely'
import pg from 'pg'
import { camelCased } from './camel-case.ts'
import { preparesStatements } from './prepared-statements.ts'
import { noteStatement } from './statement-spans.ts'
import { readTimesQuickly } from './times.ts'
import { DatabaseUnreachable } from './unreachable.ts'

// counts and sums stay far below 2^53; dates without a time stay text, a Date would shift them by the zone
const INT8 = 20
const DATE = 1082
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(DATE, (text) => text)
readTimesQuickly()

/** A connection is waited for no longer, whether the database does not answer or all connections are in use. */
const PATIENCE_MS = 10_000
/** Starting workers costs more than the short parts of a UNION ALL that they would read. */
const NO_PARALLEL_APPEND = '-c enable_parallel_append=off'
/** A connection outlives a lull: a new one has each statement parsed and planned again. */
const IDLE_MS = 60_000

export interface Connection<Schema> {
  db: Kysely<Schema>
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool on the database. @param max maximum of connections @param onFailedQuery called for each failed statement
 */
export function connect<Schema>(
  url: string,
  max: number,
  onError: (error: Error) => void,
  onFailedQuery?: (error: unknown) => void,
): Connection<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'brokerline',
    options: NO_PARALLEL_APPEND,
    keepAlive: true,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: PATIENCE_MS,
  })
  nameUnreachable(pool)
  const report = (error: Error): void => {
    // the database may stop before it has read our good-bye
    if (pool.ending) return
    // the pool hangs its whole client, parameters and all, on the error
    Reflect.deleteProperty(error, 'client')
    onError(error)
  }
  // an idle connection that breaks (database restarted) must not end the process; the pool opens another
  pool.on('error', report)
  // a connection that breaks while in use rejects its query; this listener keeps the event from ending the process
  const prepare = preparesStatements()
  pool.on('connect', (client) => {
    client.on('error', report)
    prepare(client)
  })
  const db = new Kysely<Schema>({
    ...camelCased({ pool }),
    log(event) {
      if (event.level === 'error') onFailedQuery?.(event.error)
      noteStatement(event)
    },
  })
  return { db, pool, close: () => db.destroy() }
}

/** The system's codes for a host that cannot be reached are those of every other service too: here it is the database. */
function nameUnreachable(pool: pg.Pool): void {
  const open = pool.connect.bind(pool)
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await open()
    } catch (error) {
      throw new DatabaseUnreachable(error)
    }
  }
  // graphile-worker and Kysely wait for a promise; the pool's own query() hands in a callback
  pool.connect = ((callback?: Parameters<typeof pool.connect>[0]) =>
    callback ? open(callback) : connect()) as typeof pool.connect
}
