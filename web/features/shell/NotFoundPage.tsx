import { Compass } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface NotFoundPageProps {
  /** The part of the product, as the tab names it. */
  place?: string
  home?: { to: string; label: string }
}

const DASHBOARD = { to: '/dashboard', label: 'Go to the dashboard' }

/** For an address that belongs to no screen. */
export function NotFoundPage({ place = 'Brokerline', home = DASHBOARD }: NotFoundPageProps): ReactElement {
  useEffect(() => {
    const before = document.title
    document.title = `Page not found · ${place}`
    return () => {
      document.title = before
    }
  }, [place])
  return (
    <>
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon={Compass}
        title="There is no page at this address"
        action={<ButtonLink to={home.to}>{home.label}</ButtonLink>}
      >
        The link may be out of date, or the address mistyped.
      </EmptyState>
    </>
  )
}
