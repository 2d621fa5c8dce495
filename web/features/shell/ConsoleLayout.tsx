import { lazy, type ReactElement, Suspense, useCallback } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { UserContext, useHeldSession, useSession } from '#web/api/session.ts'
import { ConfirmIdentity } from '#web/features/accounts/ConfirmIdentity.tsx'
import { useSetup } from '#web/features/setup/use-setup.ts'
import { useLeaveBlocker } from '#web/lib/use-leave-guard.ts'
import { OfflineBanner } from '#web/ui/OfflineBanner.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import { NotOpened } from './NotOpened.tsx'
import { Shell } from './Shell.tsx'
import { Waiting } from './Waiting.tsx'

// loaded on demand: not needed once signed in
const LandingPage = lazy(async () => ({
  default: (await import('#web/features/accounts/LandingPage.tsx')).LandingPage,
}))

const AuthenticationRequired = lazy(async () => ({
  default: (await import('#web/features/scoring/AuthenticationRequired.tsx')).AuthenticationRequired,
}))

const SecurityPage = lazy(async () => ({
  default: (await import('#web/features/accounts/security/SecurityPage.tsx')).SecurityPage,
}))

const SessionEnded = lazy(async () => ({
  default: (await import('#web/features/accounts/SessionEnded.tsx')).SessionEnded,
}))

/** The staff routes: the shell when signed in, the landing page otherwise. */
export function ConsoleLayout(): ReactElement {
  useLeaveBlocker()
  const session = useSession()
  const { isError, refetch } = session
  const { user, hasEnded, giveUp } = useHeldSession(session.data)
  // after a failed refetch, screens with their input and the live stream stay
  const isKnown = session.data !== undefined
  const { pathname, search } = useLocation()
  // the link of a mail: the signed-in user may have lost the password, or another person may use the browser
  const query = new URLSearchParams(search)
  const isMailLink = pathname === '/' && (query.has('reset') || query.has('invitation'))
  // on the very first visit the dashboard waits for the decision whether it shows the first steps
  const { isShown } = useSetup()
  const isSettled = isShown !== null || !/^\/(dashboard)?$/.test(pathname)
  const retry = useCallback(() => void refetch(), [refetch])
  return (
    <UserContext value={user}>
      <OfflineBanner />
      <DemoBanner />
      {session.isPending && <Waiting />}
      {!isKnown && isError && <NotOpened error={session.error} onRetry={retry} />}
      {isKnown && (user === null || isMailLink) && (
        <Suspense fallback={<Waiting />}>
          {pathname === '/scoring' ? <AuthenticationRequired /> : <LandingPage />}
        </Suspense>
      )}
      {isKnown && user !== null && !isMailLink && (
        // remounts for another user
        <Shell key={user.id} user={user}>
          <Suspense fallback={<Waiting />}>
            {user.mustSetUpTwoFactor ? <SecurityPage /> : isSettled ? <Outlet /> : <Waiting />}
          </Suspense>
        </Shell>
      )}
      {hasEnded && user !== null && !isMailLink && (
        <Suspense>
          <SessionEnded user={user} onLeave={giveUp} />
        </Suspense>
      )}
      {user !== null && <ConfirmIdentity />}
      <ScrollRestoration />
    </UserContext>
  )
}
