import type { FastifyReply } from 'fastify'
import type { ChangeFeed } from '#server/platform/db/change-feed.ts'

const HEARTBEAT_MS = 15_000
/** A stream ends after this and the browser opens a new one, which checks the session again. */
const MAX_STREAM_MS = 15 * 60_000
/** Changes within this time reach the screens as one message. */
const GATHER_MS = 150

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
