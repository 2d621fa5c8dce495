import type { SavedView } from '#contract/brokers/saved-views.ts'
import type { UrlState } from '#web/lib/use-url-state.ts'

/** The part of a list's state that differs from its defaults: the content of a view. */
export function keptOf(state: UrlState, defaults: UrlState): Record<string, string> {
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => value !== '' && value !== defaults[name]),
  )
}

/** The state that a view restores. Filters that the list no longer has are left out. */
export function stateOf<S extends UrlState>(view: Pick<SavedView, 'query'>, defaults: S): S {
  const known = Object.entries(defaults).map(([name, fallback]) => [name, view.query[name] ?? fallback])
  return Object.fromEntries(known) as S // same names as the defaults
}

/** Whether the list shows something else than the view keeps. */
export function differs(
  view: Pick<SavedView, 'query' | 'columns'>,
  now: { query: Record<string, string>; columns: Readonly<Record<string, boolean>> },
): boolean {
  return !isSame(view.query, now.query) || !isSame(view.columns, now.columns)
}

function isSame(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}
