/** Rows of a list that keep their places: see `useHeldRows`. */
export interface HeldRows<Row> {
  rows: readonly Row[]
  /** New rows between those shown, hidden until the user requests them. */
  waiting: number
  /** None of the shown rows is among the loaded ones: `waiting` is a lower bound. */
  isLeast: boolean
}

/**
 * Keeps rows in their places while the list behind them grows: contents are updated, removed rows disappear, rows
 * loaded at the end are appended, and new rows in between are held back.
 * @param before the rows on screen; @param fresh the list in the server's latest response
 * @param hasMore the server has further pages: the last rows on screen may have moved to them
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
