/** What the server answered a read with. */
export interface Answer {
  body: unknown
  headers: Headers
}

/** By address, as the stream brings them: null for what is as it was told last. */
export type ToldAnswers = Record<string, { body?: unknown; headers: Record<string, string> } | null>

/** Later it is asked for: time alone changes some of it. */
const FRESH_MS = 1_000
/** Kept for when they are told of as unchanged. */
const MOST = 24

export interface PushedAnswers {
  /** To be called with each change, whether it brings answers or not. */
  note(told: ToldAnswers): void
  /** What was told of this address a moment ago, once; null: it has to be asked for. */
  take(url: string): Answer | null
  forget(): void
}

/** Keeps what the stream of changes brings until the screen asks for it. */
export function createPushedAnswers(now: () => number = () => performance.now()): PushedAnswers {
  const known = new Map<string, { answer: Answer; at: number | null }>()
  return {
    note(told) {
      // what the change before brought may be from before this one
      for (const [url, { answer }] of known) known.set(url, { answer, at: null })
      for (const [url, each] of Object.entries(told)) {
        const answer = each ? { body: each.body, headers: new Headers(each.headers) } : known.get(url)?.answer
        if (!answer) continue
        // the last told is the last to go
        known.delete(url)
        known.set(url, { answer, at: now() })
        const [oldest] = known.keys()
        if (known.size > MOST && oldest !== undefined) known.delete(oldest)
      }
    },
    take(url) {
      const found = known.get(url)
      if (!found || found.at === null || now() - found.at > FRESH_MS) return null
      known.set(url, { ...found, at: null })
      return found.answer
    },
    forget: () => known.clear(),
  }
}
