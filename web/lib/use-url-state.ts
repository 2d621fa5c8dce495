import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type UrlState = Record<string, string>

/** Reads the named values of a search string; a missing one has its default. */
export function readUrlState<S extends UrlState>(search: URLSearchParams, defaults: S): S {
  const state: UrlState = {}
  for (const [name, fallback] of Object.entries(defaults)) state[name] = search.get(name) ?? fallback
  return state as S // same names as the defaults
}

/** Writes a change into a search string; a default is left out, so that an unfiltered page has a plain address. */
export function writeUrlState<S extends UrlState>(
  search: URLSearchParams,
  defaults: S,
  change: Partial<S>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '' || value === defaults[name]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** How many of these are other than they are by default. */
export function countChanged<S extends UrlState>(state: S, defaults: S, names: readonly (keyof S)[]): number {
  return names.filter((name) => state[name] !== defaults[name]).length
}

interface ChangeOptions {
  /** Adds an entry to the browser's history. */
  push?: boolean
  /** State of the history entry, in addition to its URL. */
  state?: unknown
}

/**
 * Filters, search, sort and open tab live in the address: `const [filters, setFilters] = useUrlState({ q: '', region: '' })`.
 * Pass `defaults` as a constant. Changes replace the history entry unless `push` is set.
 */
export function useUrlState<S extends UrlState>(
  defaults: S,
): [S, (change: Partial<S>, options?: ChangeOptions) => void] {
  const [search, setSearch] = useSearchParams()
  const change = useCallback(
    (next: Partial<S>, options?: ChangeOptions) => {
      // from the window: the search of this render may be older than a change that has not rendered yet
      const current = new URLSearchParams(window.location.search)
      setSearch(writeUrlState(current, defaults, next), {
        replace: !options?.push,
        preventScrollReset: true,
        state: options?.state,
      })
    },
    [defaults, setSearch],
  )
  return [readUrlState(search, defaults), change]
}
