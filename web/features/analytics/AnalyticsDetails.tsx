import type { ReactElement } from 'react'
import type { AnalyticsDimension } from '#contract/dashboard/analytics.ts'
import { ActivityTimeline } from './ActivityTimeline.tsx'
import { AttributionPanel } from './AttributionPanel.tsx'
import type { Scope } from './analytics-filters.ts'
import { BreakdownPanel } from './BreakdownPanel.tsx'
import { HoursPanel } from './HoursPanel.tsx'

interface AnalyticsDetailsProps {
  scope: Scope
  /** Dimension of the breakdown. */
  by: AnalyticsDimension
  onDimension: (by: string) => void
}

/** Hours in which brokers answer, the breakdown, sources of visits, and the timeline of events. */
export function AnalyticsDetails({ scope, by, onDimension }: AnalyticsDetailsProps): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <HoursPanel scope={scope} />
      <BreakdownPanel scope={scope} by={by} onChange={onDimension} />
      <AttributionPanel scope={scope} />
      <ActivityTimeline scope={scope} />
    </div>
  )
}
