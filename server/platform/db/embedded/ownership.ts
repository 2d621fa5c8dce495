import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** `give up` frees the cluster for the next process. */
export type Ownership = { giveUp(): Promise<void> }

type Options = {
  url: string
  /** Whether PostgreSQL's own process still lives. */
  isRunning: () => Promise<boolean>
  /** Called once when its process has ended. */
  onEnded: () => void
  /** Called once when the cluster is another process's. */
  onTaken: () => void
}

// 'brokerli' in ASCII; the lock lives in the database `postgres`, which nothing else of ours uses.
const lockKey = '7094135366131670121'
const firstPause = 100
const longestPause = 2_000

/**
 * Owns the running cluster through an advisory lock on a connection of its own: the lock is free as soon
 * as its process is dead. Undefined when another living process holds it.
 */
export async function acquireOwnership(options: Options): Promise<Ownership | undefined> {
  let given = false
  let client = await lockedClient(options.url, 1_000)
  if (!client) return undefined

  // A connection can fall while PostgreSQL recovers from a crash of one session; the lock is then taken again.
  const watch = (current: pg.Client): void => {
    current.once('end', () => {
      if (!given) void regain()
    })
  }
  const regain = async (): Promise<void> => {
    for (let pause = firstPause; !given; pause = Math.min(longestPause, pause * 2)) {
      if (!(await options.isRunning())) return options.onEnded()
      try {
        client = await lockedClient(options.url, 0)
        if (!client) return options.onTaken()
        if (given) return void (await client.end())
        return watch(client)
      } catch {
        // it recovers, which takes as long as there is to be done again
        await delay(pause)
      }
    }
  }
  watch(client)

  return {
    async giveUp() {
      given = true
      await client?.end().catch(() => undefined)
    },
  }
}

/** A connection that holds the lock; a process that was just killed gets `wait` ms to lose its own. */
async function lockedClient(url: string, wait: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'brokerline owner',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // Only the end of the connection matters, and 'end' follows every error.
  client.on('error', () => undefined)
  await client.connect()
  const giveUpAt = performance.now() + wait
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1::bigint) AS locked', [lockKey])
    if (rows[0]?.locked === true) return client
    if (performance.now() >= giveUpAt) break
    await delay(50)
  }
  await client.end()
  return undefined
}
