import { useLocation } from 'react-router'
import { pathTo } from '#web/routes/path-to.ts'
import { useShownList } from '#web/ui/shown-lists.ts'

/** The list that a broker's page was opened from: its order determines the next broker. */
export interface BrokerWay {
  /** Ids in the list's order, those around the broker. */
  keys: readonly string[]
  /** The list with its filters. */
  back: string
}

/** So many before and after are kept with the entry of the browser's history. */
const AROUND = 250

/** The part of a list around one of its rows. */
export function around(keys: readonly string[], key: string, most: number = AROUND): readonly string[] {
  const at = keys.indexOf(key)
  return at === -1 ? [] : keys.slice(Math.max(0, at - most), at + most + 1)
}

/** The list in the state of the history entry; null where the page was opened by its URL alone. */
export function wayIn(state: unknown): BrokerWay | null {
  if (typeof state !== 'object' || state === null || !('way' in state)) return null
  const { way } = state
  if (typeof way !== 'object' || way === null || !('keys' in way) || !('back' in way)) return null
  const { keys, back } = way
  if (!Array.isArray(keys) || typeof back !== 'string' || !/^\/brokers(\?|$)/.test(back)) return null
  return { keys: keys.filter((key) => typeof key === 'string'), back }
}

/** The link to a broker's page, with the list in the history entry. */
export function useBrokerWay(): (id: number) => { to: string; state: { way: BrokerWay } | null } {
  const list = useShownList('brokers')
  const { pathname, search } = useLocation()
  return (id) => {
    const params = new URLSearchParams(search)
    // Back leads to the list, not to the panel over it
    params.delete('broker')
    const keys = list ? around(list.keys, String(id)) : []
    const back = params.size > 0 ? `${pathname}?${params}` : pathname
    return { to: pathTo.broker(id), state: keys.length > 0 ? { way: { keys, back } } : null }
  }
}
