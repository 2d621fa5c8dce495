import { Compass } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** For an address that belongs to no screen. */
export function NotFoundPage(): ReactElement {
  useEffect(() => {
    document.title = 'Page not found · Brokerline'
  }, [])
  return (
    <>
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon={Compass}
        title="There is no page at this address"
        action={<ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>}
      >
        The link may be out of date, or the address mistyped.
      </EmptyState>
    </>
  )
}
