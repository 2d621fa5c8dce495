import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { id as idSchema } from '#contract/ids.ts'
import { useUrlState } from './use-url-state.ts'

/** Records that open in a panel, by their name in the URL: ?broker=17. */
export type RecordName =
  | 'application'
  | 'booking'
  | 'broker'
  | 'call'
  | 'complaint'
  | 'contest'
  | 'delivery'
  | 'document'
  | 'manager'
  | 'outbox'
  | 'score'
  | 'task'

export interface OpenRecord {
  /** Null while none is open, and where the value in the URL cannot be an id. */
  id: number | null
  isOpen: boolean
  /** The list that it was opened from; null where it was opened by its URL alone. */
  list: string | null
  /** Opens one; `list` is the list that contains it, for the links to its neighbours. */
  open: (id: number, list?: string) => void
  /** Moves from one to another: Back leads to the list, not through all of them. */
  replace: (id: number) => void
  close: () => void
}

/** The record whose details are open, kept in the address so that it can be sent to a colleague. */
export function useOpenRecord(name: RecordName): OpenRecord {
  const closed = useMemo(() => ({ [name]: '' }), [name])
  const [values, set] = useUrlState(closed)
  const { state } = useLocation()
  const text = values[name] ?? ''
  const list = listIn(state, name)
  return {
    id: recordId(text),
    isOpen: text !== '',
    list,
    open: (id, from) =>
      set({ [name]: String(id) }, { push: true, state: withList(state, name, from ?? null) }),
    replace: (id) => set({ [name]: String(id) }, { state: withList(state, name, list) }),
    close: () => set(closed, { state: withList(state, name, null) }),
  }
}

/** The id in a text of the URL; null for an invalid one. */
export function recordId(text: string): number | null {
  return /^[1-9]\d*$/.test(text) ? (idSchema.safeParse(text).data ?? null) : null
}

/**
 * Lists that records were opened from, by the record's name. They are kept in the browser's history entry: they survive
 * a reload and Back, but a colleague who is sent the address does not have them.
 */
type Lists = Readonly<Record<string, unknown>>

function listsIn(state: unknown): Lists {
  const isObject = typeof state === 'object' && state !== null
  const lists = isObject && 'lists' in state ? state.lists : null
  return typeof lists === 'object' && lists !== null ? { ...lists } : {}
}

/** The list that the record was opened from, by the state of the history's entry. */
export function listIn(state: unknown, name: RecordName): string | null {
  const list = listsIn(state)[name]
  return typeof list === 'string' ? list : null
}

/** The state of the next entry: panels that lie below keep their lists. */
export function withList(state: unknown, name: RecordName, list: string | null): { lists: Lists } | null {
  const { [name]: _former, ...others } = listsIn(state)
  const lists = list === null ? others : { ...others, [name]: list }
  return Object.keys(lists).length > 0 ? { lists } : null
}
