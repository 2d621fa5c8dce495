import { useEffect, useRef } from 'react'
import type { Total } from '#web/api/call.ts'
import { type Neighbours, neighboursOf } from './neighbours.ts'
import { elementOf, type ShownList, useShownList } from './shown-lists.ts'

interface ListNeighbours extends Neighbours {
  total: Total
  /** The message for a row that no other follows. */
  atEnd: string
}

/**
 * The neighbours of a row in the list from which the panel was opened; null without a list. Loads more rows before the
 * end is reached, and keeps the row in view.
 */
export function useNeighbours(listId: string | null, key: string): ListNeighbours | null {
  const list = useShownList(listId)
  const last = useRef<{ key: string; index: number } | null>(null)
  const index = list?.keys.indexOf(key) ?? -1
  if (index !== -1) last.current = { key, index }
  const place = last.current?.key === key ? last.current.index : null
  const isNearEnd = list !== null && index >= list.keys.length - 2
  useEffect(() => {
    if (isNearEnd) list.more.loadAhead()
  }, [isNearEnd, list])
  const former = useRef(key)
  useEffect(() => {
    if (former.current === key) return
    former.current = key
    elementOf(listId, key)?.closest('tr, li')?.scrollIntoView({ block: 'nearest' })
  }, [listId, key])
  if (!list || place === null) return null
  return { ...neighboursOf(list.keys, key, place), total: list.total, atEnd: atEnd(list) }
}

function atEnd({ more }: ShownList): string {
  if (!more.hasMore) return 'This is the last.'
  return more.moreError
    ? 'The next ones could not be loaded. The list offers another try.'
    : 'More are loading.'
}
