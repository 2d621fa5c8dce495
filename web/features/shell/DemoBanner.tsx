import type { ReactElement } from 'react'
import { useDemo } from '#web/features/sign-in/use-demo.ts'

/** Every page shows a warning while the demo world uses an external database, because its passwords are public. */
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
