import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { currentUser, PRESENCE_COOKIE, SECURE_PRESENCE_COOKIE, type StaffUser } from '#contract/accounts.ts'
import { type Action, refusalText, roleMay } from '#contract/policy.ts'
import { callOrNull } from './call.ts'
import { keyOf } from './topics.ts'

export const sessionKey = keyOf(currentUser)

/** The signed-in member of staff; null when nobody is. */
export function useSession(): UseQueryResult<StaffUser | null> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => (mayBeSignedIn() ? callOrNull(currentUser, { signal }) : null),
  })
}

/** Why the signed-in person may not do this, to disable a control with; null when they may. */
export function useRefusal(action: Action): string | null {
  const { data: user } = useSession()
  return roleMay(user?.role, action) ? null : refusalText(action)
}

function mayBeSignedIn(): boolean {
  const cookies = document.cookie.split('; ')
  return [PRESENCE_COOKIE, SECURE_PRESENCE_COOKIE].some((name) => cookies.includes(`${name}=1`))
}
