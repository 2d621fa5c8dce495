import type { ChangeFeed } from '#server/platform/db/change-feed.ts'
import type { Compressed } from './compressed.ts'
import type { Ticks } from './ticks.ts'

/** Lifetime of a shared response: some change with time alone. */
const LONGEST_MS = 1_000
/** Cached addresses, and the bytes of one response. */
const MAX_ENTRIES = 200
const MAX_BYTES = 256 * 1024

/** A read as it leaves the server. */
export interface SharedAnswer {
  body: Compressed
  headers: Record<string, string>
}

export interface SharedAnswers {
  /** Whether the request names this process in its X-Live header: then its screen is notified of changes from here. */
  serves(header: string | string[] | undefined): boolean
  /** The response computed since the last tick, or else a new one. */
  of(url: string, work: () => Promise<SharedAnswer>): Promise<SharedAnswer>
  /** Clears the cache after a change by this process, which its author must see. */
  clear(): void
}

/**
 * Caches responses that many screens show. All screens refetch right after a tick; each tick clears the cache, so that no
 * response is older than the change that a screen was notified of.
 */
export function createSharedAnswers(ticks: Ticks, feed: Pick<ChangeFeed, 'epoch'>): SharedAnswers {
  const known = new Map<string, { at: number; answer: Promise<SharedAnswer> }>()
  ticks.subscribe(() => known.clear())
  let epoch = feed.epoch()

  function begin(url: string, work: () => Promise<SharedAnswer>): Promise<SharedAnswer> {
    const answer = work()
    if (known.size >= MAX_ENTRIES) known.clear()
    const entry = { at: performance.now(), answer }
    known.set(url, entry)
    const drop = (): void => {
      if (known.get(url) === entry) known.delete(url)
    }
    answer.then(({ body }) => body.identity.length > MAX_BYTES && drop(), drop)
    return answer
  }

  return {
    serves: (header) => header === ticks.name,
    of(url, work) {
      const current = feed.epoch()
      // the change feed is or was down: changes may be missing
      if (current === null || current !== epoch) known.clear()
      epoch = current
      const shared = known.get(url)
      if (shared && performance.now() - shared.at < LONGEST_MS) return shared.answer
      return begin(url, work)
    },
    clear: () => known.clear(),
  }
}
