import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { StaffUser } from '#contract/accounts/accounts.ts'
import { BottomBar } from './BottomBar.tsx'
import { StandstillBanner } from './StandstillBanner.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useLive } from './use-live.ts'

interface ShellProps {
  user: StaffUser
  children: ReactNode
}

/** The frame of every console screen. */
export function Shell({ user, children }: ShellProps): ReactElement {
  const live = useLive()
  const main = useFocusOnNavigation()
  return (
    <div className="flex min-h-dvh flex-col pb-(--bl-bottom-bar)">
      <a
        href="#main"
        className="sr-only z-70 rounded-lg bg-float px-3 py-2 font-medium shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <StandstillBanner enabled={!user.mustSetUpTwoFactor} />
      <TopBar user={user} />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-[1400px] flex-1 px-4 py-5 max-md:min-h-[calc(100dvh-var(--bl-top-bar))] outline-none md:px-6 md:py-6 print:p-0"
      >
        {children}
      </main>
      <StatusBar live={live} />
      <BottomBar />
    </div>
  )
}

/** After a change of screen the content gets the focus, so that a screen reader continues there. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const former = useRef(pathname)
  useEffect(() => {
    if (former.current === pathname) return
    former.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
