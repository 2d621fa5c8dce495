import type { ChangeFeed } from '#server/platform/db/change-feed.ts'
import type { Compressed } from './compressed.ts'
import type { Ticks } from './ticks.ts'

/** What was worked out is shared for no longer, as time alone changes some of it. */
const LONGEST_MS = 1_000
/** Addresses that are kept at the same time, and the bytes of one. */
const MOST = 200
const MOST_BYTES = 256 * 1024

/** A read as it leaves the server. */
export interface SharedAnswer {
  body: Compressed
  headers: Record<string, string>
}

export interface SharedAnswers {
  /** Whether the request names a stream of this process: its screen hears of changes from here. */
  serves(header: string | string[] | undefined): boolean
  /** The answer that was worked out since the last tick, or else a new one. */
  of(url: string, work: () => Promise<SharedAnswer>): Promise<SharedAnswer>
  /** After a change that was made here: whoever made it must see it. */
  forget(): void
}

/**
 * Works out once what many screens show. Screens ask when a tick tells them what changed, all at the same time; what was
 * worked out before a tick is forgotten with it, so that nobody is given what is older than what they were told of.
 */
export function createSharedAnswers(ticks: Ticks, feed: Pick<ChangeFeed, 'epoch'>): SharedAnswers {
  const known = new Map<string, { at: number; answer: Promise<SharedAnswer> }>()
  ticks.subscribe(() => known.clear())
  let epoch = feed.epoch()

  function begin(url: string, work: () => Promise<SharedAnswer>): Promise<SharedAnswer> {
    const answer = work()
    if (known.size >= MOST) known.clear()
    const entry = { at: performance.now(), answer }
    known.set(url, entry)
    const drop = (): void => {
      if (known.get(url) === entry) known.delete(url)
    }
    answer.then(({ body }) => body.identity.length > MOST_BYTES && drop(), drop)
    return answer
  }

  return {
    serves: (header) => typeof header === 'string' && header.split('.')[0] === ticks.name,
    of(url, work) {
      const current = feed.epoch()
      // changes may have been missed, or may be missed
      if (current === null || current !== epoch) known.clear()
      epoch = current
      const shared = known.get(url)
      if (shared && performance.now() - shared.at < LONGEST_MS) return shared.answer
      return begin(url, work)
    },
    forget: () => known.clear(),
  }
}
