/** What the server answered a read with. */
export interface Answer {
  body: unknown
  headers: Headers
}

/** By address, as the stream brings them: null for an answer that is unchanged since the stream last brought it. */
export type ToldAnswers = Record<string, { body?: unknown; headers: Record<string, string> } | null>

/** After this it is asked for: some answers change with time alone. */
const FRESH_MS = 1_000
/** Kept for the case that the stream says they are unchanged. */
const MOST = 24

export interface PushedAnswers {
  /** Call this with each change, whether it brings answers or not. */
  note(told: ToldAnswers): void
  /** The answer of this address that came a moment ago, once only; null: it has to be asked for. */
  take(url: string): Answer | null
  forget(): void
}

/** Keeps what the stream of changes brings until the screen asks for it. */
export function createPushedAnswers(now: () => number = () => performance.now()): PushedAnswers {
  const known = new Map<string, { answer: Answer; at: number | null }>()
  return {
    note(told) {
      // the answers of the previous change may be older than this change
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
