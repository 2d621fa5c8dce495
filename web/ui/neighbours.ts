export interface Neighbours {
  /** Position from 1; null if the row has left its list. */
  position: number | null
  previous: string | null
  next: string | null
}

/**
 * The neighbours of a row in a list.
 * @param last the row's last index in the list, from 0; used once the row has left the list
 */
export function neighboursOf(keys: readonly string[], key: string, last: number | null): Neighbours {
  const index = keys.indexOf(key)
  const place = index === -1 ? last : index
  if (place === null) return { position: null, previous: null, next: null }
  // once the row has left, its successor has its index
  const following = index === -1 ? place : place + 1
  return {
    position: index === -1 ? null : index + 1,
    previous: keys[place - 1] ?? null,
    next: keys[following] ?? null,
  }
}
