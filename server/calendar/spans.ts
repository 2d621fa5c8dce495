/** A half-open interval in epoch milliseconds: start inclusive, end exclusive. */
export type Span = readonly [start: number, end: number]

/** The intersection of two lists. Both lists and the result are sorted and free of overlaps. */
export function intersect(a: readonly Span[], b: readonly Span[]): Span[] {
  return a.flatMap(([startA, endA]) =>
    b
      .map(([startB, endB]): Span => [Math.max(startA, startB), Math.min(endA, endB)])
      .filter(([start, end]) => start < end),
  )
}

/** The part of `spans` before `end`. */
export function before(spans: readonly Span[], end: number): Span[] {
  return intersect(spans, [[Number.NEGATIVE_INFINITY, end]])
}

/** The part of `spans` from `start` on. */
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

/** Sorts the spans and merges those that touch or overlap. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const result: [number, number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}
