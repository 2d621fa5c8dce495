import { randomUUID } from 'node:crypto'
import type { ChangeFeed } from '#server/platform/db/change-feed.ts'

/** Changes within this time, in milliseconds, are published together. */
export const GATHER_MS = 150
/**
 * Shortest time between two ticks, in milliseconds. A browser rests for less after a refresh (`web/api/paced.ts`), so that all
 * screens refetch right after the same tick and their responses are computed once.
 */
export const EVERY_MS = 1_000

/** The moments at which this process notifies all its screens of changes. */
export interface Ticks {
  /** Of this process, different after each start. */
  name: string
  /** Calls back at each tick with the changes since the last one. Returns the unsubscriber. */
  subscribe(listener: (topics: readonly string[]) => void): () => void
  /** Topics published within the last `ms`; null when this process may have missed some. */
  publishedWithin(ms: number): readonly string[] | null
}

/** Throttles changes, so that all screens refetch at the same time, at most once a second. */
export function createTicks(feed: Pick<ChangeFeed, 'subscribe' | 'epoch'>): Ticks {
  const listeners = new Set<(topics: readonly string[]) => void>()
  const gathered = new Set<string>()
  const publishedAt = new Map<string, number>()
  let isPlanned = false
  let last = Number.NEGATIVE_INFINITY
  let epoch = feed.epoch()
  let connectedSince = performance.now()
  const tick = (): void => {
    isPlanned = false
    last = performance.now()
    const topics = [...gathered]
    gathered.clear()
    for (const topic of topics) publishedAt.set(topic, last)
    for (const listener of listeners) listener(topics)
  }
  feed.subscribe((topics) => {
    for (const topic of topics) gathered.add(topic)
    if (isPlanned) return
    isPlanned = true
    setTimeout(tick, Math.max(GATHER_MS, last + EVERY_MS - performance.now())).unref()
  })
  return {
    name: randomUUID(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publishedWithin(ms) {
      const now = performance.now()
      if (epoch === null || feed.epoch() !== epoch) {
        epoch = feed.epoch()
        connectedSince = now
      }
      if (now - connectedSince < ms) return null
      return [...publishedAt].flatMap(([topic, at]) => (now - at <= ms ? [topic] : []))
    },
  }
}
