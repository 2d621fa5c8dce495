import type { ReactElement } from 'react'
import { useDemo } from '#web/features/sign-in/use-demo.ts'

/** The demo world over an external database is said on every page: its passwords are known. */
export function DemoBanner(): ReactElement | null {
  const demo = useDemo()
  if (!demo?.external) return null
  return (
    <p
      role="status"
      className="print:hidden bg-amber-soft px-4 py-1.5 text-center text-xs font-medium text-amber-ink"
    >
      Demo data on an external database: accounts with published passwords can sign in here.
    </p>
  )
}
