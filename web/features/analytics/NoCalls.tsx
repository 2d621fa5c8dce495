import type { ReactElement } from 'react'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { isNarrowed, type Scope } from './analytics-filters.ts'

/** For a panel without data. */
export function NoCalls({ scope }: { scope: Scope }): ReactElement {
  return isNarrowed(scope) ? (
    <EmptyState title="No calls match these filters">Choose another period, campaign or region.</EmptyState>
  ) : (
    <EmptyState
      title="No calls in this period"
      action={<ButtonLink to="/campaigns">Go to Campaigns</ButtonLink>}
    >
      Choose another period, or start a campaign.
    </EmptyState>
  )
}
