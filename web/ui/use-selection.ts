import { useMemo, useRef, useState } from 'react'

/** Rows named one by one, or all that match but for a few: also those that are not loaded. */
export type Chosen = { all: false; keys: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> }

export interface Selection {
  chosen: Chosen
  isSelected: (key: string) => boolean
  /** With `range`, all rows from the one that was last clicked to this one become as this one does. */
  toggle: (key: string, options?: { range?: boolean }) => void
  /** Of the rows that are loaded. */
  loaded: 'none' | 'some' | 'all'
  toggleLoaded: () => void
  /** All that match, loaded or not. */
  selectAll: () => void
  clear: () => void
  isEmpty: boolean
}

export const NOTHING: Chosen = { all: false, keys: new Set() }

export const isChosen = (chosen: Chosen, key: string): boolean =>
  chosen.all ? !chosen.except.has(key) : chosen.keys.has(key)

/** These rows selected, or not. */
export function withRows(chosen: Chosen, keys: readonly string[], selected: boolean): Chosen {
  const set = new Set(chosen.all ? chosen.except : chosen.keys)
  for (const key of keys) {
    if (selected === chosen.all) set.delete(key)
    else set.add(key)
  }
  return chosen.all ? { all: true, except: set } : { all: false, keys: set }
}

/** The rows from one to another, both included; only the second where the first is not there. */
export function rowsBetween(keys: readonly string[], from: string | null, to: string): string[] {
  const [a, b] = [from === null ? -1 : keys.indexOf(from), keys.indexOf(to)]
  if (a === -1 || b === -1) return [to]
  return keys.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/**
 * Which rows of a list are selected.
 * @param keys of the loaded rows, in their order; memoised
 * @param list text key of the list's filters: a new key clears the selection
 */
export function useSelection(keys: readonly string[], list: string): Selection {
  const [state, setState] = useState({ list, chosen: NOTHING })
  const anchor = useRef<string | null>(null)
  const chosen = state.list === list ? state.chosen : NOTHING
  const set = (next: Chosen): void => setState({ list, chosen: next })
  const selected = useMemo(() => keys.filter((key) => isChosen(chosen, key)).length, [keys, chosen])
  const loaded = selected === 0 ? 'none' : selected === keys.length ? 'all' : 'some'
  return {
    chosen,
    isSelected: (key) => isChosen(chosen, key),
    toggle: (key, { range = false } = {}) => {
      const rows = range ? rowsBetween(keys, anchor.current, key) : [key]
      anchor.current = key
      set(withRows(chosen, rows, !isChosen(chosen, key)))
    },
    loaded,
    toggleLoaded: () => set(loaded === 'all' ? NOTHING : withRows(chosen, keys, true)),
    selectAll: () => set({ all: true, except: new Set() }),
    clear: () => {
      anchor.current = null
      set(NOTHING)
    },
    isEmpty: chosen.all ? false : chosen.keys.size === 0,
  }
}
