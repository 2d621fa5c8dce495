import type { FastifyReply } from 'fastify'
import type { ChangeFeed } from '#server/platform/db/change-feed.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Ticks } from './ticks.ts'

const HEARTBEAT_MS = 15_000
/** A stream ends after this and the browser opens a new one. */
const MAX_STREAM_MS = 15 * 60_000
/** As many as a browser opens to one host over HTTP/1.1; further tabs ask every 15 seconds. */
const MAX_STREAMS = 6
/** The topic of sign-ins and of whatever ends a session. */
const SESSIONS = 'sessions'

/** Whose stream it is. */
export interface StreamSession {
  id: number
  /** False once it was signed out, has expired, or its user is disabled. */
  isOpen(): Promise<boolean>
}

export interface ChangeStreams {
  /**
   * Keeps a browser's event stream open while its session lasts.
   * @param age milliseconds since the browser asked for the first that it shows: what changed since is told first
   * @throws AppError too_many_requests
   */
  open(reply: FastifyReply, session: StreamSession, age: number): void
}

/** Tells browsers what changed, and which process they hear it from. */
export function createChangeStreams(
  feed: Pick<ChangeFeed, 'subscribe' | 'epoch'>,
  ticks: Ticks,
): ChangeStreams {
  const streams = new Map<number, number>()
  const count = (id: number, change: 1 | -1): void => {
    const left = (streams.get(id) ?? 0) + change
    if (left > 0) streams.set(id, left)
    else streams.delete(id)
  }
  return {
    open(reply, session, age) {
      if ((streams.get(session.id) ?? 0) >= MAX_STREAMS) {
        throw new AppError(
          'too_many_requests',
          'Live updates are open in too many tabs. Close some of them.',
          {
            retryAfter: HEARTBEAT_MS / 1000,
          },
        )
      }
      count(session.id, 1)
      streamChanges({ feed, ticks, reply, session, age })
      reply.raw.on('close', () => count(session.id, -1))
    },
  }
}

/** Whatever the browser shows may have changed without a word about it. */
const everything = { missed: true }

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
  const tell = (message: object): void => {
    if (!raw.writableEnded) raw.write(`data: ${JSON.stringify(message)}\n\n`)
  }
  raw.write('retry: 2000\n\n')
  let epoch = feed.epoch()
  const told = ticks.toldWithin(age)
  tell({ topics: told ?? [], process: ticks.name, ...(told ? {} : everything) })
  // while the database is away nobody can tell, and nothing changes
  const endWithSession = (): void =>
    void session.isOpen().then(
      (open) => open || raw.end(),
      () => undefined,
    )
  const stops = [
    ticks.subscribe((topics) => tell({ topics })),
    // at once, whatever else has changed
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
      tell({ topics: [], ...everything })
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
