import { Kysely } from 'kysely'
import pg from 'pg'
import { camelCased } from '#server/platform/db/camel-case.ts'
import '#server/platform/db/database.ts'

export class Killed extends Error {
  override name = 'Killed'
}

/** `before`: the fatal statement never reaches the database. `after`: it is executed there, but its result is lost. */
export type Fate = { statement: number; when: 'before' | 'after' }

/** A connection pool of a process that dies at a given statement: from then on every statement fails. */
export function connectMortal<Schema>(
  url: string,
  fate: Fate,
): { db: Kysely<Schema>; dead(): boolean; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 5 })
  pool.on('error', () => undefined)
  const clients = new Set<pg.PoolClient>()
  let statements = 0
  let dead = false

  function die(): never {
    dead = true
    // a killed process closes its connections without a word; the server then rolls back
    for (const client of clients) streamOf(client).destroy()
    throw new Killed(`killed at statement ${fate.statement}`)
  }

  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    clients.add(client as pg.PoolClient) // the pool returns the clients that it connects
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const mortal = async (...args: unknown[]): Promise<unknown> => {
      if (dead) throw new Killed('the process is dead')
      statements += 1
      const fatal = statements === fate.statement
      if (fatal && fate.when === 'before') die()
      const result = await query(...args)
      if (fatal) die()
      return result
    }
    Object.assign(client, { query: mortal })
  })
  const db = new Kysely<Schema>(camelCased({ pool }))
  return { db, dead: () => dead, close: () => db.destroy().catch(() => undefined) }
}

/** pg's own types leave the socket out. */
function streamOf(client: pg.PoolClient): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
}
