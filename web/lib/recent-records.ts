import { useEffect, useSyncExternalStore } from 'react'

/** A record that was looked at. */
export interface RecentRecord {
  kind: 'broker' | 'campaign'
  id: number
  name: string
}

const MOST = 6
/** As long as the page: names of people are not left behind in the browser. */
let records: readonly RecentRecord[] = []
const listeners = new Set<() => void>()

function put(next: readonly RecentRecord[]): void {
  records = next
  for (const listener of listeners) listener()
}

/** The newest first; looked at again, a record moves to the front. */
export function withRecent(known: readonly RecentRecord[], record: RecentRecord): RecentRecord[] {
  const others = known.filter(({ kind, id }) => kind !== record.kind || id !== record.id)
  return [record, ...others].slice(0, MOST)
}

export const noteRecent = (record: RecentRecord): void => put(withRecent(records, record))

/** Whoever signs in next does not see what the last person looked at. */
export const forgetRecent = (): void => put([])

/** Notes a record while it is shown. */
export function useNoteRecent(kind: RecentRecord['kind'], id: number, name: string): void {
  useEffect(() => noteRecent({ kind, id, name }), [kind, id, name])
}

/** What was looked at last, newest first. */
export function useRecent(): readonly RecentRecord[] {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => records,
  )
}
