import { useEffect, useRef } from 'react'
import type { Total } from '#web/api/call.ts'
import type { ListResult } from '#web/api/use-read.ts'
import { nextToDecide, type ReviewDesk, type Subject } from './review-desk.ts'
import { useReviewer } from './use-claim.ts'

export interface Neighbours<Item> {
  /** Position from 1; null if the item is in no list or has left it. */
  position: number | null
  total: Total | null
  previous: number | null
  next: number | null
  /** The item to decide next. */
  toDecide: Item | null
}

/**
 * The neighbours of an item in the list that it was opened from. An item that leaves the list after its decision keeps
 * its position until another one is opened.
 * @param list null if the item was not opened from a list
 */
export function useNeighbours<Status extends string, Item extends Subject<Status>>(
  desk: ReviewDesk<Status, Item>,
  id: number,
  list: ListResult<Item> | null,
): Neighbours<Item> {
  const reviewer = useReviewer()
  const items = list?.items ?? []
  const index = items.findIndex((item) => item.id === id)
  const place = useRef({ id, index })
  if (index !== -1 || place.current.id !== id) place.current = { id, index }
  // once the row has left, its successor has its index
  const here = place.current.index
  const following = index === -1 ? Math.max(0, here) : index + 1
  const more = useRef(list?.loadAhead)
  more.current = list?.loadAhead
  // repeated when more items arrived and the item is still near the end
  const nearEndOf = items.length > 0 && following >= items.length - 2 ? items.length : null
  useEffect(() => {
    if (nearEndOf !== null) more.current?.()
  }, [nearEndOf])
  return {
    position: index === -1 ? null : index + 1,
    total: list?.total ?? null,
    previous: here > 0 ? (items[here - 1]?.id ?? null) : null,
    next: items[following]?.id ?? null,
    toDecide: nextToDecide(desk, items, { id, start: following, reviewer }),
  }
}
