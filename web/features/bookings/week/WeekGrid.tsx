import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { BOOKING_ZONE, type Booking } from '#contract/bookings/bookings.ts'
import { type Day, shortDayName } from '#contract/calendar.ts'
import { formatClock } from '#web/lib/dates.ts'
import { timeIn } from '#web/lib/zoned-days.ts'
import { cx } from '#web/ui/cx.ts'
import { Gap, LaneHead } from './LaneHead.tsx'
import { WeekCell } from './WeekCell.tsx'
import {
  cellIn,
  firstPlace,
  gapBefore,
  isSamePlace,
  type Lane,
  type Place,
  placeAfterKey,
  placeOf,
  presentTime,
} from './week-cells.ts'
import { weekAfter, weekdayAfter } from './week-days.ts'

interface WeekGridProps {
  days: readonly { date: Day; closed: string | null }[]
  lanes: readonly Lane[]
  today: Day
  now: number
  /** The meeting that is being moved, and where to. */
  moving: { booking: Booking; target: Place } | null
  /** Why this meeting cannot be moved; null where it can. */
  moveRefusal: (booking: Booking) => string | null
  /** Books a meeting at a free time; null where the user may not. */
  onBook: ((place: Place, start: string) => void) | null
  onOpen: (booking: Booking) => void
  onOpenBdm: (id: number) => void
  onLift: (booking: Booking, by: 'keys' | 'hand') => void
  onAim: (target: Place) => void
  /** By Enter or by dropping; `byDrop` still requires the button to be pressed. */
  onChoose: (byDrop: boolean) => void
  onCancel: () => void
  /** M was pressed on a cell without a movable meeting. */
  onRefused: (reason: string) => void
  /** The keys have left the days that are shown. */
  onDay: (day: Day) => void
}

/** The week as a grid: arrows go through it, Enter opens a meeting or books a free time, M moves a meeting; meetings can be dragged. */
export function WeekGrid(props: WeekGridProps): ReactElement {
  const { days, lanes, today, now, moving, onAim, onOpen, onLift, onCancel, onDay } = props
  const dates = days.map(({ date }) => date)
  const [reached, setReached] = useState<Place | null>(null)
  const isDragged = useRef(false)
  const body = useRef<HTMLTableElement>(null)
  const wantsFocus = useRef(false)
  const known = reached && dates.includes(reached.day) && lanes.some((lane) => hasRow(lane, reached))
  const active = moving?.target ?? (known ? reached : firstPlace(lanes, dates, now))
  const clock = timeIn(BOOKING_ZONE, now)
  const isPresent = (lane: Lane, time: string): boolean =>
    dates.includes(today) && presentTime(lane.times, clock) === time
  const mark = active && `${active.bdmId} ${active.day} ${active.time}`

  useEffect(() => {
    if (!wantsFocus.current || mark === null) return
    const cell = body.current?.querySelector<HTMLElement>(`[data-place="${mark}"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus()
  })

  const go = (place: Place): void => {
    wantsFocus.current = true
    setReached(place)
    if (moving) onAim(place)
    if (!dates.includes(place.day)) onDay(place.day)
  }
  const stop = (): void => {
    if (!moving) return
    go(placeOf(moving.booking))
    onCancel()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!active || event.altKey || event.ctrlKey || event.metaKey) return
    const isAction = act(event)
    const next = isAction ? null : targetOf(event.key, active)
    if (next) go(next)
    if (isAction || next) event.preventDefault()
  }
  const targetOf = (key: string, from: Place): Place | null => {
    const day = dayOfKey(key, from.day, dates)
    return day ? { ...from, day } : placeAfterKey(key, from, { lanes, days: dates })
  }
  const act = ({ key }: KeyboardEvent): boolean => {
    const cell = active && cellIn(lanes, active)
    if (moving) {
      if (key === 'Enter' || key === ' ') props.onChoose(false)
      else if (key === 'Escape') stop()
      else return false
      return true
    }
    if (active && cell?.kind === 'free' && props.onBook && (key === 'Enter' || key === ' ')) {
      props.onBook(active, cell.start)
      return true
    }
    if (cell?.kind !== 'meeting') return false
    if (key === 'Enter' || key === ' ') onOpen(cell.booking)
    else if (key === 'm' || key === 'M') lift(cell.booking)
    else return false
    return true
  }
  const lift = (booking: Booking): void => {
    const refusal = props.moveRefusal(booking)
    if (refusal) props.onRefused(refusal)
    else {
      wantsFocus.current = true
      onLift(booking, 'keys')
    }
  }
  return (
    <table
      ref={body}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is how a grid of times is marked up
      role="grid"
      aria-label="Meetings of the week"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const at = placeIn(target)
        if (at && !moving && !isSamePlace(at, reached)) setReached(at)
      }}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      <colgroup>
        <col className="w-20" />
        {dates.map((date) => (
          <col key={date} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <td className={headClass}>
            <span className="sr-only">Time</span>
          </td>
          {days.map(({ date, closed }) => (
            <th
              key={date}
              scope="col"
              aria-current={date === today ? 'date' : undefined}
              className={cx(headClass, 'border-l px-2 text-left', date === today && 'text-link')}
            >
              <span className="flex min-w-0 items-baseline gap-2">
                <span className={cx('whitespace-nowrap', date === today && 'font-semibold')}>
                  {shortDayName(date)}
                </span>
                {(closed ?? (date === today ? 'Today' : null)) && (
                  <span className="truncate text-xs font-normal text-ink-soft">{closed ?? 'Today'}</span>
                )}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {lanes.map((lane) => (
        <tbody key={lane.bdm.id}>
          <LaneHead lane={lane} days={dates} today={today} onOpen={() => props.onOpenBdm(lane.bdm.id)} />
          {lane.times.map((time, row) => (
            <Fragment key={time}>
              <Gap span={days.length + 1} gap={gapBefore(time, lane.times[row - 1])} />
              <tr>
                <th
                  scope="row"
                  className={cx(
                    'tabular border-b border-line px-2 text-right text-xs whitespace-nowrap',
                    isPresent(lane, time) ? 'font-semibold text-link' : 'font-normal text-ink-soft',
                  )}
                >
                  {formatClock(time)}
                </th>
                {dates.map((day) => {
                  const place = { bdmId: lane.bdm.id, day, time }
                  const cell = lane.cellAt(day, time)
                  return (
                    <Fragment key={day}>
                      <WeekCell
                        place={place}
                        cell={cell}
                        bdmName={lane.bdm.name}
                        isActive={isSamePlace(place, active)}
                        isToday={day === today}
                        isNow={day === today && isPresent(lane, time)}
                        onBook={
                          cell.kind === 'free' && props.onBook
                            ? () => props.onBook?.(place, cell.start)
                            : null
                        }
                        isMoving={moving !== null}
                        isTarget={isSamePlace(place, moving?.target ?? null)}
                        isLifted={cell.kind === 'meeting' && cell.booking.id === moving?.booking.id}
                        mayDrag={cell.kind === 'meeting' && props.moveRefusal(cell.booking) === null}
                        onOpen={onOpen}
                        onDragStart={(booking) => {
                          isDragged.current = true
                          onLift(booking, 'hand')
                        }}
                        onDragEnd={() => {
                          if (isDragged.current) onCancel()
                          isDragged.current = false
                        }}
                        onDragOver={() => !isSamePlace(place, moving?.target ?? null) && onAim(place)}
                        onDrop={() => {
                          isDragged.current = false
                          onAim(place)
                          props.onChoose(true)
                        }}
                      />
                    </Fragment>
                  )
                })}
              </tr>
            </Fragment>
          ))}
        </tbody>
      ))}
    </table>
  )
}

const headClass =
  'sticky top-(--bl-top-bar) z-10 h-9 border-b border-line bg-surface text-xs font-medium text-ink-soft print:static'

const hasRow = ({ bdm, times }: Lane, { bdmId, time }: Place): boolean =>
  bdm.id === bdmId && times.includes(time)

/** The day that a key moves to, beyond the days on screen; null for a key that stays among them. */
function dayOfKey(key: string, day: Day, dates: readonly Day[]): Day | null {
  if (key === 'PageUp') return weekAfter(day, -1)
  if (key === 'PageDown') return weekAfter(day, 1)
  if (key === 'ArrowRight' && day === dates.at(-1)) return weekdayAfter(day, 1)
  if (key === 'ArrowLeft' && day === dates[0]) return weekdayAfter(day, -1)
  return null
}

function placeIn(element: EventTarget): Place | null {
  const mark = element instanceof Element ? element.closest<HTMLElement>('[data-place]')?.dataset.place : null
  const [bdmId, day, time] = mark?.split(' ') ?? []
  return bdmId && day && time ? { bdmId: Number(bdmId), day, time } : null
}
