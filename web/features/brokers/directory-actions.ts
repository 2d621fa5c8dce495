import { createContext, useContext } from 'react'
import type { Broker } from '#contract/brokers.ts'

/** What the menu of a row does. The directory does it for all of its rows, so that a row which goes takes nothing along. */
export interface DirectoryActions {
  openPage: (broker: Broker) => void
  testCall: (broker: Broker) => void
  edit: (broker: Broker) => void
  remove: (broker: Broker) => void
  /** Why nobody may be called or changed. */
  dialRefusal: string | null
  writeRefusal: string | null
  /** Brokers with whom something is being done. */
  pendingIds: readonly (number | null)[]
}

export const DirectoryActionsContext = createContext<DirectoryActions | null>(null)

export function useDirectoryActions(): DirectoryActions {
  const actions = useContext(DirectoryActionsContext)
  if (!actions) throw new Error('A row of brokers stands in no directory.')
  return actions
}
