// Tells a search field whose value arrives: its own, sent a moment ago and back by way of the address, or somebody else's.

interface Heard {
  /** It was sent by the field itself, which shows newer text by now. */
  isEcho: boolean
  /** What has been sent and has not come back. */
  awaited: readonly string[]
}

/** Values come back in the order in which they were sent; one that is overtaken by the next never does. */
export function hearValue(awaited: readonly string[], value: string): Heard {
  const at = awaited.indexOf(value)
  return at < 0 ? { isEcho: false, awaited: [] } : { isEcho: true, awaited: awaited.slice(at + 1) }
}
