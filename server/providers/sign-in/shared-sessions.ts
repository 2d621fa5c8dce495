import type { ChangeFeed } from '#server/platform/db/change-feed.ts'
import type { SignedIn } from '../ports/sign-in.ts'

/** As long as an answer is shared where nothing is told: a time over, or a limit reached, is seen this late. */
const SHARED_MS = 3_000
/** Sessions that one process keeps; beyond, all are read anew. */
const MOST = 10_000
/** What every change of a session, of who signs in, and of the limits is told as, by the tables themselves. */
const TOPIC = 'sessions'

type Answer = SignedIn | null

/** Who a session belongs to, read once for all requests that come with it in the same seconds. */
export interface SharedSessions {
  read(key: string, load: () => Promise<Answer>): Promise<Answer>
  /** Nothing that is known counts any more, nor what is being read just now. */
  forget(): void
  /** Shares from now on, as long as every change is heard of. */
  follow(feed: Pick<ChangeFeed, 'subscribe' | 'epoch'>): void
}

export function shareSessions(
  sharedMs: number = SHARED_MS,
  now: () => number = () => performance.now(),
): SharedSessions {
  const known = new Map<string, { answer: Promise<Answer>; until: number }>()
  let epoch: () => number | null = () => null
  let heard: number | null = null
  const forget = (): void => known.clear()
  return {
    read(key, load) {
      const current = epoch()
      // changes may have been missed, or may be missed
      if (current !== heard) forget()
      heard = current
      if (current === null) return load()
      const found = known.get(key)
      if (found && found.until > now()) return found.answer
      if (known.size >= MOST) forget()
      const answer = load()
      // what is forgotten while it is read is not known afterwards: the map has lost it already
      known.set(key, { answer, until: now() + sharedMs })
      const drop = (): void => {
        if (known.get(key)?.answer === answer) known.delete(key)
      }
      // nobody is kept out for seconds because of one failure, nor for coming before the sign-in was through
      answer.then((session) => session ?? drop(), drop)
      return answer
    },
    forget,
    follow(feed) {
      epoch = () => feed.epoch()
      feed.subscribe((topics) => {
        if (topics.includes(TOPIC)) forget()
      })
    },
  }
}
