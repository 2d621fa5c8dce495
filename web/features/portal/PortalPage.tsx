import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useEffect } from 'react'
import { readProfile } from '#contract/accounts/broker-accounts.ts'
import { useProfile } from '#web/api/portal-data.ts'
import { useBrokerToken, useSessionEnded } from '#web/api/portal-session.ts'
import { keyOf } from '#web/api/topics.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { SignInPage } from './sign-in/SignInPage.tsx'

const loadSignedIn = async () => ({ default: (await import('./SignedIn.tsx')).SignedIn })
// loaded on demand: not needed for signing in or registering
const SignedIn = lazy(loadSignedIn)

const loadSessionEnded = async () => ({
  default: (await import('./PortalSessionEnded.tsx')).PortalSessionEnded,
})
const PortalSessionEnded = lazy(loadSessionEnded)

/** The portal: the sign-in for visitors, the portal's screens for signed-in brokers. */
export function PortalPage(): ReactElement {
  const token = useBrokerToken()
  const hasEnded = useSessionEnded()
  // a session that ends leaves the page open under a sign-in
  const isOpen = useQueryClient().getQueryData(keyOf(readProfile)) !== undefined
  return token !== null || (hasEnded && isOpen) ? <Own hasEnded={hasEnded} /> : <SignInPage />
}

function Own({ hasEnded }: { hasEnded: boolean }): ReactElement {
  const profile = useProfile()
  const { isError, refetch } = profile
  useEffect(() => void loadSignedIn(), [])
  useEffect(() => {
    if (!isError) return
    const again = (): void => void refetch()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isError, refetch])
  if (profile.data) {
    return (
      <Suspense fallback={<Waiting />}>
        <SignedIn key={profile.data.id} profile={profile.data} />
        {hasEnded && <PortalSessionEnded profile={profile.data} />}
      </Suspense>
    )
  }
  if (profile.isError) {
    return (
      <main className="mx-auto max-w-xl">
        <h1 className="sr-only">Broker Portal</h1>
        <ErrorState
          title="Your profile could not be loaded."
          error={profile.error}
          onRetry={() => void refetch()}
        />
      </main>
    )
  }
  return <Waiting />
}

function Waiting(): ReactElement {
  return (
    <main>
      <h1 className="sr-only">Broker Portal</h1>
      <Loading text="Loading..." />
    </main>
  )
}
