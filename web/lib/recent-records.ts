import { useEffect, useSyncExternalStore } from 'react'

/** A record that the user opened. */
export interface RecentRecord {
  kind: 'broker' | 'campaign'
  id: number
  name: string
}

const MOST = 6
/** In memory only: names of people must not stay in the browser. */
let records: readonly RecentRecord[] = []
const listeners = new Set<() => void>()

function put(next: readonly RecentRecord[]): void {
  records = next
  for (const listener of listeners) listener()
}

/** The newest first; a record that is opened again moves to the front. */
export function withRecent(known: readonly RecentRecord[], record: RecentRecord): RecentRecord[] {
  const others = known.filter(({ kind, id }) => kind !== record.kind || id !== record.id)
  return [record, ...others].slice(0, MOST)
}

export const noteRecent = (record: RecentRecord): void => put(withRecent(records, record))

/** Clears the list, so that the next user does not see it. */
export const forgetRecent = (): void => put([])

/** Notes a record while it is shown. */
export function useNoteRecent(kind: RecentRecord['kind'], id: number, name: string): void {
  useEffect(() => noteRecent({ kind, id, name }), [kind, id, name])
}

/** The records opened last, newest first. */
export function useRecent(): readonly RecentRecord[] {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => records,
  )
}
