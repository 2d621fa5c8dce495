import { CalendarDays, List } from 'lucide-react'
import type { ReactElement } from 'react'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ViewSwitch } from '#web/ui/ViewSwitch.tsx'
import { BookingList } from './BookingList.tsx'
import { bookingFilters, viewOf } from './booking-filters.ts'
import { OutcomeQueue } from './OutcomeQueue.tsx'
import { WeekView } from './week/WeekView.tsx'

const first = { view: '' }

const views = [
  { value: 'week', label: 'Week', icon: CalendarDays },
  { value: 'list', label: 'List', icon: List },
] as const

/** Meetings without an outcome, then all meetings as a week or as a list. */
export function Meetings(): ReactElement {
  const [{ view }, set] = useUrlState(first)
  const [filters] = useUrlState(bookingFilters)
  const shown = viewOf(view, filters)
  return (
    <>
      <OutcomeQueue />
      <Panel
        title="Meetings"
        flush
        actions={<ViewSwitch views={views} value={shown} onChange={(value) => set({ view: value })} />}
      >
        {shown === 'week' ? <WeekView /> : <BookingList />}
      </Panel>
    </>
  )
}
