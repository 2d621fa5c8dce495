// Distinguishes the values that reach a search field through the URL: its own, sent a moment ago, or a change from
// outside.

interface Heard {
  /** It was sent by the field itself, which shows newer text by now. */
  isEcho: boolean
  /** Values that were sent and have not returned. */
  awaited: readonly string[]
}

/** Values return in the order in which they were sent; one that the next overtakes never returns. */
export function hearValue(awaited: readonly string[], value: string): Heard {
  const at = awaited.indexOf(value)
  return at < 0 ? { isEcho: false, awaited: [] } : { isEcho: true, awaited: awaited.slice(at + 1) }
}
