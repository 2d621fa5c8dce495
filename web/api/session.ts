import { type QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import {
  currentUser,
  PRESENCE_COOKIE,
  SECURE_PRESENCE_COOKIE,
  type StaffUser,
} from '#contract/accounts/accounts.ts'
import { type Action, refusalText, roleMay } from '#contract/policy.ts'
import { dropDraftsOfOwner, setDraftOwner } from '#web/lib/kept-drafts.ts'
import { callOrNull } from './call.ts'
import { keyOf } from './topics.ts'

export const sessionKey = keyOf(currentUser)

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => (mayBeSignedIn() ? callOrNull(currentUser, { signal }) : null),
})

/** The signed-in member of staff, or null. */
export const useSession = (): UseQueryResult<StaffUser | null> => useQuery(sessionQuery)

/** Requests the session before the first screen renders, which waits for the response. */
export function readSessionAhead(client: QueryClient): void {
  void client.prefetchQuery(sessionQuery)
}

/** The user ended the last session, so nothing of it may stay on the page. */
let hasLeft = false

/** Ends the session on this page, by the person's own will. */
export function leaveSession(client: QueryClient): void {
  hasLeft = true
  dropDraftsOfOwner()
  client.setQueryData(sessionKey, null)
}

/** Clears the cache except the session, so that the next user cannot see the data. */
export function forgetRead(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

interface HeldSession {
  /** The user whose screens are shown, or null. */
  user: StaffUser | null
  /** Their session ended without a sign-out: the sign-in opens over the screen, which stays. */
  hasEnded: boolean
  giveUp: () => void
}

/** Keeps the screen of a user whose session ended, so that no input is lost. */
export function useHeldSession(current: StaffUser | null | undefined): HeldSession {
  const [held, setHeld] = useState<StaffUser | null>(null)
  if (current) hasLeft = false
  if (current && current !== held) setHeld(current)
  const isLeft = current === null && hasLeft
  if (isLeft && held) setHeld(null)
  const user = current ?? (isLeft ? null : held)
  if (user) setDraftOwner(`staff ${user.id}`)
  return { user, hasEnded: current === null && user !== null, giveUp: () => setHeld(null) }
}

/**
 * The user whose screens are shown. A context, because a subscription to the session query in each row of a list costs
 * more than the row.
 */
export const UserContext = createContext<StaffUser | null>(null)

/** Why the person whose screens are shown may not do this, to disable a control with; null when they may. */
export function useRefusal(action: Action): string | null {
  const user = useContext(UserContext)
  return roleMay(user?.role, action) ? null : refusalText(action)
}

function mayBeSignedIn(): boolean {
  const cookies = document.cookie.split('; ')
  return [PRESENCE_COOKIE, SECURE_PRESENCE_COOKIE].some((name) => cookies.includes(`${name}=1`))
}
