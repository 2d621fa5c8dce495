import type { FastifyReply } from 'fastify'
import type { ChangeFeed } from '#server/platform/db/change-feed.ts'
import { AppError } from '#server/platform/errors.ts'
import { type FollowedReads, followReads } from './followed-reads.ts'
import type { Ticks } from './ticks.ts'

const HEARTBEAT_MS = 15_000
/** A stream ends after this and the browser opens a new one. */
const MAX_STREAM_MS = 15 * 60_000
/** As many as a browser opens to one host over HTTP/1.1; further tabs ask every 15 seconds. */
const MAX_STREAMS = 6
/** A browser with more than this still to receive is told what changed, and asks when it is ready. */
const MOST_WAITING_BYTES = 64 * 1024
/** The topic of sign-ins and of whatever ends a session. */
const SESSIONS = 'sessions'

/** Whose stream it is. */
export interface StreamSession {
  id: number
  userId: number
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
  /** The stream of this user that a request names in its X-Live header; null: it is not open in this process. */
  named(header: string | string[] | undefined, userId: number): Pick<FollowedReads, 'follow'> | null
}

interface Stream {
  userId: number
  reads: FollowedReads
}

/** Tells browsers what changed, and by which name they hear it. */
export function createChangeStreams(
  feed: Pick<ChangeFeed, 'subscribe' | 'epoch'>,
  ticks: Ticks,
): ChangeStreams {
  const openOf = new Map<number, number>()
  const streams = new Map<string, Stream>()
  let opened = 0
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
      opened += 1
      const name = `${ticks.name}.${opened}`
      const reads = followReads()
      streams.set(name, { userId: session.userId, reads })
      streamChanges({ feed, ticks, reply, session, age, name, reads })
      reply.raw.on('close', () => {
        streams.delete(name)
        count(session.id, -1)
      })
    },
    named(header, userId) {
      const stream = typeof header === 'string' ? streams.get(header) : undefined
      return stream?.userId === userId ? stream.reads : null
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
  name: string
  reads: FollowedReads
}

function streamChanges({ feed, ticks, reply, session, age, name, reads }: StreamParts): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  })
  const send = (message: string): void => {
    if (!raw.writableEnded) raw.write(`data: ${message}\n\n`)
  }
  const tell = (message: object): void => send(JSON.stringify(message))
  const tellChanges = async (topics: readonly string[]): Promise<void> => {
    // a session may have ended while this process could not hear
    if (feed.epoch() !== epoch) reads.distrust()
    const at = Math.round(performance.now())
    if (raw.writableLength > MOST_WAITING_BYTES) return tell({ topics, at })
    const answers = await reads.answersTo(topics)
    send(`{"topics":${JSON.stringify(topics)},"at":${at},"answers":${answers}}`)
  }
  raw.write('retry: 2000\n\n')
  let epoch = feed.epoch()
  const told = ticks.toldWithin(age)
  tell({ topics: told ?? [], stream: name, ...(told ? {} : everything) })
  // while the database is away nobody can tell, and nothing changes
  const endWithSession = (): void =>
    void session.isOpen().then(
      (open) => open || raw.end(),
      () => undefined,
    )
  const stops = [
    ticks.subscribe((topics) => void tellChanges(topics)),
    // at once, whatever else has changed
    feed.subscribe((topics) => {
      if (!topics.includes(SESSIONS)) return
      reads.distrust()
      endWithSession()
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
