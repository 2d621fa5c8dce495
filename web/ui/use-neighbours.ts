import { useEffect, useRef } from 'react'
import { type Neighbours, neighboursOf } from './neighbours.ts'
import { elementOf, useShownList } from './shown-lists.ts'

interface ListNeighbours extends Neighbours {
  total: number | null
  /** More rows are loading. */
  hasMore: boolean
}

/**
 * The neighbours of a row in the list behind the panel; null if it was not opened from a list. Loads more rows before
 * the end is reached, and keeps the row in view.
 */
export function useNeighbours(listId: string | null, key: string): ListNeighbours | null {
  const list = useShownList(listId)
  const last = useRef<{ key: string; index: number } | null>(null)
  const index = list?.keys.indexOf(key) ?? -1
  if (index !== -1) last.current = { key, index }
  const place = last.current?.key === key ? last.current.index : null
  const isNearEnd = list !== null && index >= list.keys.length - 2
  useEffect(() => {
    if (isNearEnd && list?.hasMore && !list.isLoadingMore) list.loadMore()
  }, [isNearEnd, list])
  const former = useRef(key)
  useEffect(() => {
    if (former.current === key) return
    former.current = key
    elementOf(listId, key)?.closest('tr, li')?.scrollIntoView({ block: 'nearest' })
  }, [listId, key])
  if (!list || place === null) return null
  return { ...neighboursOf(list.keys, key, place), total: list.total, hasMore: list.hasMore }
}
