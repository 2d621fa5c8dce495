import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { OwnAccountEndpoints } from '#contract/accounts/own-account.ts'
import type { OwnPasskeyEndpoints } from '#contract/accounts/passkeys.ts'
import type { ButtonSize } from '#web/ui/Button.tsx'

/** The account endpoints of one audience: staff and brokers have separate paths. */
export interface AccountArea {
  account: OwnAccountEndpoints
  passkeys: OwnPasskeyEndpoints
  /** Topics of the queries that hold the two-factor state. */
  topics: readonly string[]
  /** Subject of the protection, e.g. 'your account'. */
  protects: string
  /** Button size: larger in the portal. */
  size: ButtonSize
  /** Shows the sign-in after signing out everywhere. */
  leave(client: QueryClient): void
}

const AreaContext = createContext<AccountArea | null>(null)
export const AccountAreaProvider = AreaContext.Provider

export function useAccountArea(): AccountArea {
  const area = useContext(AreaContext)
  if (!area) throw new Error('needs an AccountAreaProvider around it')
  return area
}
