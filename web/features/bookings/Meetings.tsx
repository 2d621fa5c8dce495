import { CalendarDays, List } from 'lucide-react'
import type { ReactElement } from 'react'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
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
        actions={
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in addition to the heading
          <div role="group" aria-label="Show as" className="flex rounded-lg border border-line p-0.5">
            {views.map(({ value, label, icon: Icon }) => (
              <button
                key={value}
                type="button"
                aria-pressed={shown === value}
                onClick={() => set({ view: value })}
                className={cx(
                  'touch-target inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium transition-colors max-md:h-10',
                  shown === value ? 'bg-selected text-link' : 'text-ink-soft hover:bg-hover hover:text-ink',
                )}
              >
                <Icon aria-hidden className="size-4" strokeWidth={1.75} />
                {label}
              </button>
            ))}
          </div>
        }
      >
        {shown === 'week' ? <WeekView /> : <BookingList />}
      </Panel>
    </>
  )
}
