export interface Neighbours {
  /** 1 is the first; null where the row has left its list. */
  position: number | null
  previous: string | null
  next: string | null
}

/**
 * What stands before and after a row of a list.
 * @param last where the row was when it was last seen there, from 0: one that has left keeps its place
 */
export function neighboursOf(keys: readonly string[], key: string, last: number | null): Neighbours {
  const index = keys.indexOf(key)
  const place = index === -1 ? last : index
  if (place === null) return { position: null, previous: null, next: null }
  // where it has left, the one that followed has moved up to its place
  const following = index === -1 ? place : place + 1
  return {
    position: index === -1 ? null : index + 1,
    previous: keys[place - 1] ?? null,
    next: keys[following] ?? null,
  }
}
