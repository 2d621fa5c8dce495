import pg from 'pg'
import { CHANGES_CHANNEL } from '#server/platform/ctx.ts'
import type { Log } from '#server/platform/log.ts'
import { createLoop } from '#server/platform/loop.ts'

/** How often it is seen to that the feed is open. */
const LOOK_MS = 1_000
/** An idle connection is checked after this long: a network that drops packets reports no end. */
const SILENCE_MS = 15_000
const PATIENCE_MS = 5_000

type Listener = (topics: string[]) => void

export interface ChangeFeed {
  /** Calls back with the topics that changed anywhere. Returns the unsubscriber. */
  subscribe(listener: Listener): () => void
  /** A new number after each time that changes may have been missed; null while the feed is down. */
  epoch(): number | null
  close(): Promise<void>
}

export interface ChangeFeedOptions {
  databaseUrl: string
  log: Log
  lookMs?: number
}

/** Listens to the change notifications of all processes. @throws where the database is unreachable */
export async function openChangeFeed({
  databaseUrl,
  log,
  lookMs = LOOK_MS,
}: ChangeFeedOptions): Promise<ChangeFeed> {
  const listeners = new Set<Listener>()
  let client: pg.Client | null = null
  let heardAt = 0
  let epoch = 0

  async function open(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'brokerline-changes',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    next.on('notification', ({ payload }) => {
      heardAt = performance.now()
      const topics = topicsOf(payload)
      for (const listener of listeners) listener(topics)
    })
    next.on('error', (error) => log.warn({ err: error }, 'the change feed broke'))
    // only the loop reopens it
    next.on('end', () => {
      if (client !== next) return
      client = null
      loop.wake()
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANGES_CHANNEL}`)
    } catch (error) {
      // not waited for: a network that swallows everything swallows the good-bye too
      next.end().catch(() => undefined)
      throw error
    }
    epoch += 1
    heardAt = performance.now()
    client = next
  }

  async function ask(current: pg.Client): Promise<void> {
    try {
      await current.query('select 1')
      heardAt = performance.now()
    } catch (error) {
      if (client === current) client = null
      current.end().catch(() => undefined)
      throw error
    }
  }

  const loop = createLoop({
    name: 'change feed',
    context: () => ({ log }),
    turn: async () => {
      if (!client) await open()
      else if (performance.now() - heardAt >= SILENCE_MS) await ask(client)
    },
    everyMs: lookMs,
    failure: 'the change feed is down',
  })
  await open()
  loop.start()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    epoch: () => (client ? epoch : null),
    async close() {
      await loop.stop()
      await client?.end()
    },
  }
}

function topicsOf(payload: string | undefined): string[] {
  try {
    const message: unknown = JSON.parse(payload ?? '')
    const topics =
      typeof message === 'object' && message !== null && 'topics' in message ? message.topics : []
    return Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : []
  } catch {
    return []
  }
}
