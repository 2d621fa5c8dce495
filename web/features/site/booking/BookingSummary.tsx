import type { ReactElement, ReactNode } from 'react'
import { MEETING_MINUTES } from '#contract/bookings.ts'
import { FactList } from '#web/features/site/ui/Container.tsx'
import { dayName } from './days.ts'
import { sydneyDay, timeRange, viewerRange } from './times.ts'
import { useViewerZone } from './use-viewer-zone.ts'

interface BookingSummaryProps {
  start: string
  /** Further lines, below those that every meeting has. */
  more?: readonly [name: string, value: ReactNode][]
}

/** Date, time, duration and format of a meeting, with the viewer's own time where their clock differs. */
export function BookingSummary({ start, more = [] }: BookingSummaryProps): ReactElement {
  const own = viewerRange(start, useViewerZone())
  return (
    <FactList
      facts={[
        ['Date', dayName(sydneyDay(start))],
        [
          'Time',
          <span key="time" className="flex flex-col">
            <span>{timeRange(start)}</span>
            {own && <span className="text-sm font-normal text-ink-soft">{own}</span>}
          </span>,
        ],
        ['Duration', `${MEETING_MINUTES} minutes`],
        ['Format', 'Video call (link will be sent)'],
        ...more,
      ]}
    />
  )
}
