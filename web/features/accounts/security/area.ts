import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { OwnAccountEndpoints } from '#contract/own-account.ts'
import type { ButtonSize } from '#web/ui/Button.tsx'

/** How people reach their own account: staff and brokers do the same on paths of their own. */
export interface AccountArea {
  account: OwnAccountEndpoints
  /** Topics of the answers that say whether two-factor is on. */
  topics: readonly string[]
  /** What a stolen password would open. */
  protects: string
  /** Of buttons: the portal's are larger. */
  size: ButtonSize
  /** After everything was signed out: shows the sign-in. */
  leave(client: QueryClient): void
}

const AreaContext = createContext<AccountArea | null>(null)
export const AccountAreaProvider = AreaContext.Provider

export function useAccountArea(): AccountArea {
  const area = useContext(AreaContext)
  if (!area) throw new Error('needs an AccountAreaProvider around it')
  return area
}
