/** Half-open stretch of time in epoch milliseconds: start inclusive, end exclusive. */
export type Span = readonly [start: number, end: number]

/** What lies in both lists. Each list is sorted and without overlaps, and so is the answer. */
export function intersect(a: readonly Span[], b: readonly Span[]): Span[] {
  return a.flatMap(([startA, endA]) =>
    b
      .map(([startB, endB]): Span => [Math.max(startA, startB), Math.min(endA, endB)])
      .filter(([start, end]) => start < end),
  )
}

/** `spans` up to `end` only. */
export function before(spans: readonly Span[], end: number): Span[] {
  return intersect(spans, [[Number.NEGATIVE_INFINITY, end]])
}

/** `spans` from `start` on only. */
export function from(spans: readonly Span[], start: number): Span[] {
  return intersect(spans, [[start, Number.POSITIVE_INFINITY]])
}

export function contains(spans: readonly Span[], at: number): boolean {
  return spans.some(([start, end]) => at >= start && at < end)
}

/** The first instant at or after `at` inside the spans, or null. */
export function firstAtOrAfter(spans: readonly Span[], at: number): number | null {
  const span = spans.find(([, end]) => end > at)
  return span ? Math.max(span[0], at) : null
}
