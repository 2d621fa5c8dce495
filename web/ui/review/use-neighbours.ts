import { useEffect, useRef } from 'react'
import type { ListResult } from '#web/api/use-read.ts'
import { nextToDecide, type ReviewDesk, type Subject } from './review-desk.ts'
import { useReviewer } from './use-claim.ts'

export interface Neighbours<Item> {
  /** 1 is the first; null where the item is in no list, or has left it. */
  position: number | null
  total: number | null
  previous: number | null
  next: number | null
  /** What to decide after this one. */
  toDecide: Item | null
}

/**
 * What comes before and after an item in the list that it was opened from. An item that leaves the list, because it was
 * decided, keeps its place until another one is opened.
 * @param list null: it was opened from none
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
  // where it has left, the one that followed has moved up to its place
  const here = place.current.index
  const following = index === -1 ? Math.max(0, here) : index + 1
  const { hasMore = false, isLoadingMore = false } = list ?? {}
  const more = useRef(list?.loadMore)
  more.current = list?.loadMore
  const isNearEnd = items.length > 0 && following >= items.length - 2
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) more.current?.()
  }, [isNearEnd, hasMore, isLoadingMore])
  return {
    position: index === -1 ? null : index + 1,
    total: list?.total ?? null,
    previous: here > 0 ? (items[here - 1]?.id ?? null) : null,
    next: items[following]?.id ?? null,
    toDecide: nextToDecide(desk, items, { id, start: following, reviewer }),
  }
}
