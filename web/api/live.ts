import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { setLiveProcess } from './live-process.ts'
import { LONG_REST_MS, paced, REST_MS } from './paced.ts'
import { isCalm, refreshAll, refreshAtOnce, refreshCalmly, refreshMost } from './topics.ts'

const message = z.object({
  topics: z.array(z.string()),
  process: z.string().optional(),
  missed: z.boolean().optional(),
})

export type LiveState = 'connecting' | 'live' | 'polling' | 'offline'

/** The stream's dependencies, so that a test can replace browser and clock. */
export interface LiveOptions {
  open?: (url: string) => LiveSource
  setTimer?: (run: () => void, ms: number) => number
  clearTimer?: (timer: number) => void
  /** Milliseconds since the page began to load. */
  now?: () => number
  onState?: (state: LiveState) => void
  /** Reports when the browser goes offline and online. Returns the function that unsubscribes. */
  watchNetwork?: (told: (isOnline: boolean) => void) => () => void
}

export interface LiveSource {
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: Event) => void) | null
  close: () => void
}

export const POLL_MS = 15_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

/** Milliseconds before the given attempt to reconnect (0 = the first): doubles from 1 s up to 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, LAST_RETRY_MS)
}

function watchBrowser(told: (isOnline: boolean) => void): () => void {
  const online = (): void => told(true)
  const offline = (): void => told(false)
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  return () => {
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
  }
}

/**
 * Listens to the server's stream of changed topics and refreshes the queries that they concern.
 * While the stream is down everything on screen is fetched again every 15 s, the figures of surveillance and scoring every 30 s. Returns the function that stops it.
 */
export function connectLive(client: QueryClient, options: LiveOptions = {}): () => void {
  const open = options.open ?? ((url: string): LiveSource => new EventSource(url, { withCredentials: true }))
  const setTimer = options.setTimer ?? ((run: () => void, ms: number) => window.setTimeout(run, ms))
  const clearTimer = options.clearTimer ?? ((timer: number) => window.clearTimeout(timer))
  const now = options.now ?? (() => performance.now())
  const timers = { setTimer, clearTimer, now }
  const changes = paced({ refresh: (topics) => refreshAtOnce(client, topics), rest: REST_MS, ...timers })
  const calmChanges = paced({
    refresh: (topics) => refreshCalmly(client, topics),
    rest: LONG_REST_MS,
    ...timers,
  })
  let source: LiveSource | null = null
  let attempt = 0
  let wasDown = false
  let stopped = false
  let isOffline = false
  let retryTimer: number | undefined
  let pollTimer: number | undefined

  let polls = 0
  const poll = (): void => {
    polls += 1
    void (polls % 2 === 0 ? refreshAll(client) : refreshMost(client))
    pollTimer = setTimer(poll, POLL_MS)
  }

  const connect = (): void => {
    const opened = open(`/api/events?age=${Math.round(now())}`)
    source = opened
    opened.onopen = () => {
      attempt = 0
      if (pollTimer !== undefined) clearTimer(pollTimer)
      pollTimer = undefined
      // announcements during the outage were missed
      if (wasDown) void refreshAll(client)
      wasDown = false
      options.onState?.('live')
    }
    opened.onmessage = (event) => {
      const { topics, process, missed } = messageOf(event.data)
      if (process !== undefined) setLiveProcess(process)
      if (missed) void refreshAll(client)
      changes.announce(topics)
      calmChanges.announce(topics.filter(isCalm))
    }
    opened.onerror = () => {
      opened.close()
      setLiveProcess(null)
      if (stopped || isOffline) return
      if (pollTimer === undefined) pollTimer = setTimer(poll, POLL_MS)
      wasDown = true
      options.onState?.('polling')
      retryTimer = setTimer(connect, retryDelay(attempt))
      attempt += 1
    }
  }

  const rest = (): void => {
    source?.close()
    setLiveProcess(null)
    if (retryTimer !== undefined) clearTimer(retryTimer)
    if (pollTimer !== undefined) clearTimer(pollTimer)
    retryTimer = undefined
    pollTimer = undefined
  }

  // a stream that lost its network may look open for minutes
  const unwatch = (options.watchNetwork ?? watchBrowser)((isOnline) => {
    isOffline = !isOnline
    wasDown = true
    rest()
    options.onState?.(isOnline ? 'polling' : 'offline')
    if (!isOnline) return
    attempt = 0
    pollTimer = setTimer(poll, POLL_MS)
    connect()
  })

  options.onState?.('connecting')
  connect()
  return () => {
    stopped = true
    unwatch()
    changes.stop()
    calmChanges.stop()
    rest()
  }
}

/** The content of one message; an unreadable one announces no topics. */
export function messageOf(data: unknown): z.output<typeof message> {
  try {
    return message.parse(JSON.parse(String(data)))
  } catch {
    return { topics: [] }
  }
}
