import type { FastifyReply } from 'fastify'
import pg from 'pg'
import { CHANGES_CHANNEL } from '#server/platform/ctx.ts'
import type { Log } from '#server/platform/log.ts'

const HEARTBEAT_MS = 15_000
/** A stream ends after this and the browser opens a new one, which checks the session again. */
const MAX_STREAM_MS = 15 * 60_000
const RECONNECT_MS = 1_000
/** Changes within this time reach the screens as one message. */
const GATHER_MS = 150

type Listener = (topics: string[]) => void

export interface ChangeFeed {
  /** Calls back with the topics that changed anywhere. Returns the unsubscriber. */
  subscribe(listener: Listener): () => void
  /** A new number after each time that changes may have been missed; null while the feed is down. */
  epoch(): number | null
  close(): Promise<void>
}

/** Listens to what transactions of all processes say has changed. */
export async function openChangeFeed(databaseUrl: string, log: Log): Promise<ChangeFeed> {
  const listeners = new Set<Listener>()
  let client: pg.Client | null = null
  let epoch = 0
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'brokerline-changes',
      keepAlive: true,
    })
    next.on('notification', ({ payload }) => {
      const topics = topicsOf(payload)
      for (const listener of listeners) listener(topics)
    })
    next.on('error', (error) => log.warn({ err: error }, 'change feed broke'))
    next.on('end', () => {
      if (client === next) client = null
      if (!closed) retry = setTimeout(reopen, RECONNECT_MS)
    })
    await next.connect()
    await next.query(`listen ${CHANGES_CHANNEL}`)
    epoch += 1
    client = next
  }
  function reopen(): void {
    open().catch((error: unknown) => {
      log.warn({ err: error }, 'change feed is down')
      if (!closed) retry = setTimeout(reopen, RECONNECT_MS)
    })
  }
  await open()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    epoch: () => (client ? epoch : null),
    async close() {
      closed = true
      clearTimeout(retry)
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

/** Keeps a browser's event stream open and tells it what changed, gathered so that a busy campaign stays calm. */
export function streamChanges(feed: ChangeFeed, reply: FastifyReply): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 2000\n\n')
  const gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    raw.write(`data: ${JSON.stringify({ topics: [...gathered] })}\n\n`)
    gathered.clear()
  }
  const stop = feed.subscribe((topics) => {
    for (const topic of topics) gathered.add(topic)
    timer ??= setTimeout(flush, GATHER_MS)
  })
  const heartbeat = setInterval(() => raw.write(': alive\n\n'), HEARTBEAT_MS)
  const end = setTimeout(() => raw.end(), MAX_STREAM_MS)
  raw.on('close', () => {
    stop()
    clearTimeout(timer)
    clearInterval(heartbeat)
    clearTimeout(end)
  })
}
