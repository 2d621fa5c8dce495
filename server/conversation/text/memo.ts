const ENTRIES = 16

/** Caches the latest results of a pure function: one utterance is read several times, as a reply, a wish and an opt-out. */
export function memo<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const found = results.get(text)
    if (found !== undefined) return found
    const result = compute(text)
    const [oldest] = results.keys()
    if (results.size >= ENTRIES && oldest !== undefined) results.delete(oldest)
    results.set(text, result)
    return result
  }
}
