import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lettersAreKeys } from './panel-keys.ts'

interface RowKeys {
  /** The row in the tab order (roving tabindex). */
  active: number
  setActive: (index: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

interface RowKeysInput {
  container: RefObject<HTMLElement | null>
  count: number
  /** Scrolls a row that is not rendered into view. */
  reveal: (index: number) => void
  open: ((index: number) => void) | undefined
  /** Selects the row, or no more. */
  toggle?: ((index: number) => void) | undefined
}

/** The row that a key moves to from `from`; null for other keys. */
export function rowAfterKey(key: string, from: number, count: number): number | null {
  const last = count - 1
  if (key === 'ArrowDown' || key === 'j') return Math.min(from + 1, last)
  if (key === 'ArrowUp' || key === 'k') return Math.max(from - 1, 0)
  if (key === 'PageDown') return Math.min(from + 10, last)
  if (key === 'PageUp') return Math.max(from - 10, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/** On a page where nothing has the focus, these keys start in its first list. */
const BEGINNING = ['j', 'k', 'x']

/**
 * Arrow keys (or j and k) move between rows, Enter opens one, x selects it. Keys inside a row's own controls are left
 * alone.
 */
export function useRowKeys({ container, count, reveal, open, toggle }: RowKeysInput): RowKeys {
  const [active, setActive] = useState(0)
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    const begin = (event: globalThis.KeyboardEvent): void => {
      if (!BEGINNING.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || !lettersAreKeys()) return
      const { activeElement } = document
      if (activeElement !== document.body && activeElement?.id !== 'main') return
      const rows = container.current
      if (!rows || rows !== document.querySelector('[data-rows]')) return
      const row =
        rows.querySelector<HTMLElement>('[data-row][tabindex="0"]') ??
        rows.querySelector<HTMLElement>('[data-row]')
      if (!row) return
      event.preventDefault()
      row.focus({ preventScroll: true })
      row.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', begin)
    return () => document.removeEventListener('keydown', begin)
  }, [container])
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const row = container.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })
  return {
    active: Math.min(active, Math.max(0, count - 1)),
    setActive,
    onKeyDown: (event) => {
      const target = event.target
      if (!(target instanceof HTMLElement)) return
      // the box that selects a row needs no letters itself
      const row = target.matches('input[type=checkbox]') ? target.closest<HTMLElement>('[data-row]') : target
      if (row?.dataset.row === undefined) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const from = Number(row.dataset.row)
      if (event.key === 'Enter' && open) {
        event.preventDefault()
        open(from)
        return
      }
      if (event.key === 'x' && toggle) {
        event.preventDefault()
        toggle(from)
        return
      }
      const to = rowAfterKey(event.key, from, count)
      if (to === null) return
      event.preventDefault()
      wanted.current = to
      setActive(to)
      if (to !== from) reveal(to)
    },
  }
}
