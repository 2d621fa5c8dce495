import { type QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { currentUser, PRESENCE_COOKIE, SECURE_PRESENCE_COOKIE, type StaffUser } from '#contract/accounts.ts'
import { type Action, refusalText, roleMay } from '#contract/policy.ts'
import { dropDraftsOfOwner, setDraftOwner } from '#web/lib/kept-drafts.ts'
import { callOrNull } from './call.ts'
import { keyOf } from './topics.ts'

export const sessionKey = keyOf(currentUser)

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => (mayBeSignedIn() ? callOrNull(currentUser, { signal }) : null),
})

/** The signed-in member of staff; null when nobody is. */
export const useSession = (): UseQueryResult<StaffUser | null> => useQuery(sessionQuery)

/** Asks who is signed in before the first screen is drawn, which waits for the answer. */
export function readSessionAhead(client: QueryClient): void {
  void client.prefetchQuery(sessionQuery)
}

/** The last session was ended by the person, who wants nothing of it to stay. */
let hasLeft = false

/** Ends the session on this page, by the person's own will. */
export function leaveSession(client: QueryClient): void {
  hasLeft = true
  dropDraftsOfOwner()
  client.setQueryData(sessionKey, null)
}

/** What was read must not reach the next person. */
export function forgetRead(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

interface HeldSession {
  /** Whose screens are shown; null: nobody's. */
  user: StaffUser | null
  /** Their session has ended by itself: they sign in again over the screen that they had. */
  hasEnded: boolean
  giveUp: () => void
}

/** Keeps the screen of somebody whose session ended, so that nothing typed is lost. */
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

/** Whose screens are shown, for what a list has in every row: to ask the session itself costs more than a row. */
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
