import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Total } from '#web/api/call.ts'
import type { MorePages } from '#web/api/use-read.ts'

/** The rows of a list on screen, in their order. */
export interface ShownList {
  keys: readonly string[]
  total: Total
  more: Pick<MorePages, 'hasMore' | 'moreError' | 'loadAhead'>
}

const lists = new Map<string, ShownList>()
const listeners = new Set<() => void>()

function put(id: string, list: ShownList | null): void {
  if (list) lists.set(id, list)
  else lists.delete(id)
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Registers a list for the panel that opens its rows. Its rows have `recordMark`; `keys` must be memoised. */
export function useShowList(id: string, list: ShownList): void {
  const { keys, total } = list
  const { hasMore, moreError } = list.more
  const latest = useRef(list.more)
  latest.current = list.more
  useEffect(() => {
    put(id, { keys, total, more: { hasMore, moreError, loadAhead: () => latest.current.loadAhead() } })
  }, [id, keys, total, hasMore, moreError])
  useEffect(() => () => put(id, null), [id])
}

/** The list with this id currently on screen. */
export function useShownList(id: string | null): ShownList | null {
  return useSyncExternalStore(subscribe, () => (id === null ? null : (lists.get(id) ?? null)))
}

/** The `data-record` value of the element that opens a row and gets the focus back. */
export function recordMark(list: string, key: string | number): string {
  return `${list}:${key}`
}

/** The element that opens a row; null while it is not on screen. */
export function elementOf(list: string | null, key: string): HTMLElement | null {
  if (list === null) return null
  return document.querySelector<HTMLElement>(`[data-record="${recordMark(list, key)}"]`)
}
