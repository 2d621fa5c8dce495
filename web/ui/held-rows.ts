/** What a list shows that nobody pushes about: see `useHeldRows`. */
export interface HeldRows<Row> {
  rows: readonly Row[]
  /** Rows that came between those shown and wait until they are asked for. */
  waiting: number
  /** None of those shown is among what was loaded: more may wait than is known. */
  isLeast: boolean
}

/**
 * Keeps rows where they stand while the list behind them grows: their contents are renewed, what was removed goes, what
 * was loaded at the end follows, and what is new in between waits.
 * @param before the rows as they stand; @param fresh the list as the server now gives it
 * @param hasMore the server has more than it gave: what stood last may have been pushed off the end of it
 */
export function holdRows<Row>(
  before: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string | number,
  hasMore: boolean,
): HeldRows<Row> {
  const places = new Map(fresh.map((row, index) => [keyOf(row), index]))
  const placeOf = (row: Row): number => places.get(keyOf(row)) ?? -1
  const lastFound = before.findLastIndex((row) => placeOf(row) >= 0)
  const kept = before.flatMap((row, index) => {
    const now = fresh[placeOf(row)]
    if (now !== undefined) return [now]
    return hasMore && index > lastFound ? [row] : []
  })
  const wasPushedOff = hasMore && lastFound < before.length - 1
  const end = Math.max(-1, ...before.map(placeOf))
  const added = wasPushedOff ? [] : fresh.slice(end + 1)
  const standing = new Set(kept.map(keyOf))
  const waiting = fresh.length - added.length - fresh.filter((row) => standing.has(keyOf(row))).length
  return { rows: [...kept, ...added], waiting, isLeast: hasMore && waiting > 0 && lastFound < 0 }
}
