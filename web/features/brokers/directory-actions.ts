import { createContext, useContext } from 'react'
import type { Broker } from '#contract/brokers/brokers.ts'

/**
 * The actions of a row's menu. The directory owns them for all rows, so that a removed row does not cancel its dialogs.
 */
export interface DirectoryActions {
  openPage: (broker: Broker) => void
  testCall: (broker: Broker) => void
  edit: (broker: Broker) => void
  remove: (broker: Broker) => void
  /** Why the user may not call or change brokers. */
  dialRefusal: string | null
  writeRefusal: string | null
  /** Brokers with a pending action. */
  pendingIds: readonly (number | null)[]
}

export const DirectoryActionsContext = createContext<DirectoryActions | null>(null)

export function useDirectoryActions(): DirectoryActions {
  const actions = useContext(DirectoryActionsContext)
  if (!actions) throw new Error('A row of brokers stands in no directory.')
  return actions
}
