import type { ChangeFeed } from '#server/platform/db/change-feed.ts'

/** Shows whether data read from the database may have changed since. */
export interface Freshness {
  /** The same value until one of the topics changes; null while there is no notification connection. */
  stamp(): number | null
  /** Marks cached data as outdated after a change in this process, ahead of the notification. */
  touch(): void
  stop(): void
}

export function watchTopics(feed: ChangeFeed, topics: readonly string[]): Freshness {
  let changes = 0
  let epoch = feed.epoch()
  const stop = feed.subscribe((changed) => {
    if (changed.some((topic) => topics.includes(topic))) changes += 1
  })
  return {
    stamp() {
      const now = feed.epoch()
      if (now === null) return null
      // the connection was lost in between, and with it any notifications
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
