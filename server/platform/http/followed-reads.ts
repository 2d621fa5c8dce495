import { isConcerned } from '#contract/topics.ts'
import type { SharedAnswer } from './shared-answers.ts'

/** How long a read is followed after it was asked for. Asked for again in time, it is followed without a gap. */
const LEASE_MS = 30_000
const IN_TIME_MS = 5_000
/** An expired session is noticed this late, as by the stream itself; every other change of a session is announced. */
const TRUSTED_MS = 15_000
/** Reads that are followed for one screen. */
const MOST = 12
/** A larger answer is left to the screen to ask for: a response is compressed, the stream is not. */
const MOST_CHARACTERS = 16 * 1024
/** How long an answer may hold up a message of the stream. The screen asks for one that is not in the message. */
const PATIENCE_MS = 400

/** A read that is shared, as one screen asked for it. */
export interface FollowedRead {
  /** As the browser asked for it. */
  url: string
  /** Of the contract, e.g. /api/campaigns/:id. */
  path: string
  /** Whether the person who asked may still read the same. */
  isAllowed(): Promise<boolean>
  /** Worked out once for all screens that show the same. */
  answer(): Promise<SharedAnswer>
}

interface Followed {
  read: FollowedRead
  until: number
  /** It was asked for twice, so a screen stays on it. What was asked for once may be a half-typed search. */
  isShown: boolean
  /** As the stream last brought it; null: never, or not since the browser last asked. */
  told: string | null
  /** Until then the session of whoever asked need not be read again. */
  trustedUntil: number
}

/** What one screen shows, so that a stream can bring with a change what it has changed. */
export interface FollowedReads {
  /** Call this when the screen was given an answer. */
  follow(read: FollowedRead): void
  /** Call this when permissions may have changed: sessions are read again before the next answer. */
  distrust(): void
  /** @returns a JSON object of the answers that the topics concern, by address; null for an answer that is as it was told last */
  answersTo(topics: readonly string[]): Promise<string>
}

/** The JSON text of answers, kept as long as the shared answers keep them. */
const texts = new WeakMap<SharedAnswer, string>()

export function followReads(now: () => number = () => performance.now()): FollowedReads {
  const known = new Map<string, Followed>()
  let distrusts = 0

  function due(topics: readonly string[]): Followed[] {
    const time = now()
    for (const [url, { until }] of known) if (until + IN_TIME_MS < time) known.delete(url)
    return [...known.values()].filter(
      ({ read, until, isShown }) =>
        isShown && until >= time && topics.some((topic) => isConcerned(read.path, topic)),
    )
  }

  /** @returns null where the screen has to ask */
  async function textFor(followed: Followed): Promise<string | null> {
    if (!(await mayRead(followed))) return null
    const text = textOf(await followed.read.answer())
    return text.length <= MOST_CHARACTERS ? text : null
  }

  async function mayRead(followed: Followed): Promise<boolean> {
    const began = now()
    if (followed.trustedUntil > began) return true
    const before = distrusts
    const isAllowed = await followed.read.isAllowed()
    if (isAllowed && before === distrusts) followed.trustedUntil = began + TRUSTED_MS
    return isAllowed
  }

  function drop(followed: Followed): void {
    const { url } = followed.read
    // the screen may have asked meanwhile
    if (known.get(url) === followed) known.delete(url)
  }

  return {
    follow(read) {
      const isShown = known.has(read.url)
      // the last asked for is the last to go
      known.delete(read.url)
      known.set(read.url, { read, until: now() + LEASE_MS, isShown, told: null, trustedUntil: 0 })
      if (known.size <= MOST) return
      const searched = [...known].find(([url, { isShown }]) => !isShown && url !== read.url)
      const [oldest] = known.keys()
      known.delete(searched?.[0] ?? oldest ?? read.url)
    },
    distrust() {
      distrusts += 1
      for (const each of known.values()) each.trustedUntil = 0
    },
    async answersTo(topics) {
      const followed = due(topics)
      const answers = new Map<Followed, string>()
      const working = followed.map(async (each) => {
        const text = await textFor(each)
        if (text !== null) answers.set(each, text)
      })
      if (working.length > 0) await settledWithin(working, PATIENCE_MS)
      // a slow read is not started again at every tick
      for (const each of followed) if (!answers.has(each)) drop(each)
      const told = [...answers].map(([each, text]) => {
        const isSame = each.told === text
        each.told = text
        return `${JSON.stringify(each.read.url)}:${isSame ? 'null' : text}`
      })
      return `{${told.join()}}`
    },
  }
}

function textOf(answer: SharedAnswer): string {
  const known = texts.get(answer)
  if (known !== undefined) return known
  const text = `{"headers":${JSON.stringify(answer.headers)},"body":${answer.body.identity.toString()}}`
  texts.set(answer, text)
  return text
}

async function settledWithin(working: readonly Promise<void>[], ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([Promise.allSettled(working), late])
  clearTimeout(timer)
}
