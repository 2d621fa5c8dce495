import { randomUUID } from 'node:crypto'
import type { ChangeFeed } from '#server/platform/db/change-feed.ts'

/** Changes within this time reach the screens together. */
export const GATHER_MS = 150
/**
 * Whatever happens, screens hear of changes no more often. A browser rests for less after it has asked (`web/api/paced.ts`): so
 * all take in what the same tick tells, or ask right after it, and what they show is worked out once.
 */
export const EVERY_MS = 1_000

/** The moments at which all screens of this process hear what has changed. */
export interface Ticks {
  /** Of this process, different after each start, without a dot: the names of its streams begin with it. */
  name: string
  /** Calls back at each tick with what changed since the last one. Returns the unsubscriber. */
  subscribe(listener: (topics: readonly string[]) => void): () => void
  /** What was told within so many milliseconds; null: this process may not have heard of all of it. */
  toldWithin(ms: number): readonly string[] | null
}

/** Gathers changes, so that a busy campaign stays calm and all screens ask at the same time. */
export function createTicks(feed: Pick<ChangeFeed, 'subscribe' | 'epoch'>): Ticks {
  const listeners = new Set<(topics: readonly string[]) => void>()
  const gathered = new Set<string>()
  const toldAt = new Map<string, number>()
  let isPlanned = false
  let last = Number.NEGATIVE_INFINITY
  let epoch = feed.epoch()
  let hearingSince = performance.now()
  const tick = (): void => {
    isPlanned = false
    last = performance.now()
    const topics = [...gathered]
    gathered.clear()
    for (const topic of topics) toldAt.set(topic, last)
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
    toldWithin(ms) {
      const now = performance.now()
      if (epoch === null || feed.epoch() !== epoch) {
        epoch = feed.epoch()
        hearingSince = now
      }
      if (now - hearingSince < ms) return null
      return [...toldAt].flatMap(([topic, at]) => (now - at <= ms ? [topic] : []))
    },
  }
}
