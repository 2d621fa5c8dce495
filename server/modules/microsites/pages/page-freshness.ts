import type { ChangeFeed } from '#server/platform/http/live.ts'

/** Tells whether what was read from the database may have changed since. */
export interface Freshness {
  /** Stays the same as long as nothing of the topics changed; null while nobody would tell us. */
  stamp(): number | null
  /** Something changed just now, in this process: what is kept counts as old before the database says so. */
  touch(): void
  stop(): void
}

export function watchTopics(feed: ChangeFeed, topics: readonly string[]): Freshness {
  let changes = 0
  let epoch = feed.epoch()
  const stop = feed.subscribe((told) => {
    if (told.some((topic) => topics.includes(topic))) changes += 1
  })
  return {
    stamp() {
      const now = feed.epoch()
      if (now === null) return null
      // the connection was gone meanwhile, and with it whatever was told then
      if (now !== epoch) {
        epoch = now
        changes += 1
      }
      return changes
    },
    touch() {
      changes += 1
    },
    stop,
  }
}
