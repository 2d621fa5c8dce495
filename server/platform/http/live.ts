import type { FastifyReply } from 'fastify'
import type { ChangeFeed } from '#server/platform/db/change-feed.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Ticks } from './ticks.ts'

const HEARTBEAT_MS = 15_000
/** A stream ends after this and the browser opens a new one. */
const MAX_STREAM_MS = 15 * 60_000
/** As many as a browser opens to one host over HTTP/1.1; further tabs poll every 15 seconds. */
const MAX_STREAMS = 6
/** The topic of commands that end sessions. */
const SESSIONS = 'sessions'

/** The session that a stream belongs to. */
export interface StreamSession {
  id: number
  /** False once it was signed out, has expired, or its user is disabled. */
  isOpen(): Promise<boolean>
}

export interface ChangeStreams {
  /**
   * Keeps a browser's event stream open while its session lasts.
   * @param age milliseconds since the browser started its first request: the stream begins with the changes since then
   * @throws AppError too_many_requests
   */
  open(reply: FastifyReply, session: StreamSession, age: number): void
  /** Ends every stream: the browsers open new ones. */
  end(): void
}

/** Notifies browsers of changed topics by server-sent events. */
export function createChangeStreams(
  feed: Pick<ChangeFeed, 'subscribe' | 'epoch'>,
  ticks: Ticks,
): ChangeStreams {
  const openOf = new Map<number, number>()
  const replies = new Set<FastifyReply>()
  const count = (id: number, change: 1 | -1): void => {
    const left = (openOf.get(id) ?? 0) + change
    if (left > 0) openOf.set(id, left)
    else openOf.delete(id)
  }
  return {
    open(reply, session, age) {
      // the page was closed before its session was found: no 'close' event will follow
      if (reply.raw.destroyed) return void reply.hijack()
      if ((openOf.get(session.id) ?? 0) >= MAX_STREAMS) {
        throw new AppError(
          'too_many_requests',
          'Live updates are open in too many tabs. Close some of them.',
          {
            retryAfter: HEARTBEAT_MS / 1000,
          },
        )
      }
      count(session.id, 1)
      replies.add(reply)
      streamChanges({ feed, ticks, reply, session, age })
      reply.raw.on('close', () => {
        count(session.id, -1)
        replies.delete(reply)
      })
    },
    end() {
      for (const { raw } of replies) raw.end()
    },
  }
}

/** The browser refetches all queries. */
const REFETCH_ALL = { missed: true }

interface StreamParts {
  feed: Pick<ChangeFeed, 'subscribe' | 'epoch'>
  ticks: Ticks
  reply: FastifyReply
  session: StreamSession
  age: number
}

function streamChanges({ feed, ticks, reply, session, age }: StreamParts): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  })
  const send = (message: object): void => {
    if (!raw.writableEnded) raw.write(`data: ${JSON.stringify(message)}\n\n`)
  }
  raw.write('retry: 2000\n\n')
  let epoch = feed.epoch()
  const published = ticks.publishedWithin(age)
  send({ topics: published ?? [], process: ticks.name, ...(published ? {} : REFETCH_ALL) })
  // while the database is unreachable no session can be read, and no change is committed
  const endWithSession = (): void =>
    void session.isOpen().then(
      (open) => open || raw.end(),
      () => undefined,
    )
  const stops = [
    ticks.subscribe((topics) => send({ topics })),
    // immediately, before the next tick
    feed.subscribe((topics) => {
      if (topics.includes(SESSIONS)) endWithSession()
    }),
  ]
  const heartbeat = setInterval(() => {
    if (raw.writableEnded) return
    raw.write(': alive\n\n')
    const now = feed.epoch()
    if (now !== null && now !== epoch) {
      epoch = now
      send({ topics: [], ...REFETCH_ALL })
    }
    endWithSession()
  }, HEARTBEAT_MS)
  const end = setTimeout(() => raw.end(), MAX_STREAM_MS)
  raw.on('close', () => {
    for (const stop of stops) stop()
    clearInterval(heartbeat)
    clearTimeout(end)
  })
}
