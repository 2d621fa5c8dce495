import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { NO_TIMES_LEFT } from '#contract/bookings/bookings.ts'
import {
  addMonths,
  type Day,
  dayName,
  firstDayOf,
  type Month,
  monthName,
  monthOf,
} from '#contract/calendar.ts'
import { cx } from '#web/ui/cx.ts'
import { dayAfterKey, weekdayHeaders, weeksOf } from './days.ts'

interface MonthCalendarProps {
  month: Month
  today: Day
  last: Day
  selected: Day
  /** Undefined while it is loading. */
  isOffered: (day: Day) => boolean | undefined
  onMonth: (month: Month) => void
  onSelect: (day: Day) => void
  /** A day without times was pressed. */
  onRefuse: (day: Day) => void
}

/** Six weeks by seven days. Arrow keys, Home, End, Page Up and Page Down move, Enter and Space choose. */
export function MonthCalendar(props: MonthCalendarProps): ReactElement {
  const { month, today, last, selected, isOffered, onMonth, onSelect, onRefuse } = props
  const titleId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [reached, setReached] = useState(selected)
  const moves = useRef(false)
  const tabStop = tabStopOf(month, today, [reached, selected])

  useEffect(() => {
    if (!moves.current) return
    moves.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${reached}"]`)?.focus()
  }, [reached])

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = dayAfterKey(event.key, tabStop, { first: today, last })
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moves.current = to !== tabStop
    setReached(to)
    if (monthOf(to) !== month) onMonth(monthOf(to))
  }
  return (
    <div>
      <div className="mb-3 flex items-center justify-between gap-2">
        <MonthButton
          label="Previous month"
          icon={ChevronLeft}
          disabled={month <= monthOf(today)}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        <h3 id={titleId} aria-live="polite" className="font-semibold">
          {monthName(month)}
        </h3>
        <MonthButton
          label="Next month"
          icon={ChevronRight}
          disabled={month >= monthOf(last)}
          onClick={() => onMonth(addMonths(month, 1))}
        />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is how a grid of days is marked up
        role="grid"
        aria-labelledby={titleId}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0.5 text-center"
      >
        <thead>
          <tr>
            {weekdayHeaders.map(({ short, name }) => (
              <th key={name} scope="col" abbr={name} className="pb-1 text-sm font-medium text-ink-soft">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  isOutside={monthOf(day) !== month}
                  isOut={day < today || day > last}
                  isToday={day === today}
                  isSelected={day === selected}
                  isTabStop={day === tabStop}
                  isOffered={
                    monthOf(day) === month && day >= today && day <= last ? isOffered(day) : undefined
                  }
                  onSelect={() => {
                    setReached(day)
                    if (isOffered(day) === false) onRefuse(day)
                    else onSelect(day)
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The one day that Tab reaches: the last one focused by keys, else the chosen day, else the first selectable one. */
function tabStopOf(month: Month, today: Day, wished: readonly Day[]): Day {
  const first = firstDayOf(month)
  return wished.find((day) => monthOf(day) === month && day >= today) ?? (first < today ? today : first)
}

interface DayCellProps {
  day: Day
  isOutside: boolean
  /** Before today, or too far ahead. */
  isOut: boolean
  isToday: boolean
  isSelected: boolean
  isTabStop: boolean
  isOffered: boolean | undefined
  onSelect: () => void
}

function DayCell({
  day,
  isOutside,
  isOut,
  isToday,
  isSelected,
  isTabStop,
  isOffered,
  onSelect,
}: DayCellProps) {
  const isOff = isOutside || isOut
  const isChosen = isSelected && !isOff
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: inside a grid a cell is a gridcell, which can be selected
    <td aria-selected={isChosen} aria-disabled={isOff || undefined}>
      <button
        type="button"
        data-day={day}
        disabled={isOff}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={dayName(day)}
        aria-current={isToday ? 'date' : undefined}
        // it stays focusable, so that screen readers announce the reason
        aria-disabled={!isOff && isOffered === false ? true : undefined}
        aria-description={isOffered === false ? NO_TIMES_LEFT : undefined}
        title={isOffered === false ? NO_TIMES_LEFT : undefined}
        onClick={onSelect}
        className={cx(
          'relative mx-auto flex aspect-square w-full max-w-12 items-center justify-center rounded-lg tabular transition-colors',
          isOff && 'text-ink-faint opacity-50',
          !isOff && isChosen && 'bg-primary font-semibold text-on-primary',
          !isOff && !isChosen && isOffered === false && 'cursor-not-allowed text-ink-faint line-through',
          !isOff && !isChosen && isOffered !== false && 'font-semibold hover:bg-selected',
          !isOff && !isChosen && isOffered && 'bg-selected/60 text-link hover:bg-selected',
          // no frame: that is the look of a time to choose
          isToday && !isChosen && 'underline decoration-2 underline-offset-4',
        )}
      >
        {Number(day.slice(8))}
        {isOffered && (
          <span
            aria-hidden
            className={cx(
              'absolute bottom-1 size-1 rounded-full sm:bottom-1.5',
              isChosen ? 'bg-on-primary' : 'bg-primary',
            )}
          />
        )}
      </button>
    </td>
  )
}

interface MonthButtonProps {
  label: string
  icon: typeof ChevronLeft
  disabled: boolean
  onClick: () => void
}

/** Stays focusable when disabled, so that the focus is not lost on the way back to today. */
function MonthButton({ label, icon: Icon, disabled, onClick }: MonthButtonProps): ReactElement {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={cx(
        'flex size-11 items-center justify-center rounded-lg border border-line transition-colors',
        disabled ? 'cursor-not-allowed text-ink-faint opacity-50' : 'hover:border-line-strong hover:bg-hover',
      )}
    >
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
    </button>
  )
}
