import { CircleCheck, Hourglass, Plus, TriangleAlert, UserX } from 'lucide-react'
import type { DragEvent, ReactElement } from 'react'
import { type Booking, meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { shortDayName } from '#contract/calendar.ts'
import { formatClock } from '#web/lib/dates.ts'
import { cx } from '#web/ui/cx.ts'
import { stateWords } from './move.ts'
import type { Cell, Place } from './week-cells.ts'

interface WeekCellProps {
  place: Place
  cell: Cell
  bdmName: string
  isActive: boolean
  isToday: boolean
  /** The present hour of today. */
  isNow: boolean
  /** A meeting is being moved: free times show that they can be chosen. */
  isMoving: boolean
  isTarget: boolean
  /** The meeting in this cell is the one that is being moved. */
  isLifted: boolean
  mayDrag: boolean
  /** Books a meeting at this free time; null where the user may not. */
  onBook: (() => void) | null
  onOpen: (booking: Booking) => void
  onDragStart: (booking: Booking) => void
  onDragEnd: () => void
  onDragOver: () => void
  onDrop: () => void
}

/** One time of one BDM on one day. */
export function WeekCell(props: WeekCellProps): ReactElement {
  const { place, cell, isActive, isToday, isNow, isMoving, isTarget, isLifted, onBook } = props
  const over = (event: DragEvent): void => {
    if (!isMoving) return
    event.preventDefault()
    props.onDragOver()
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: inside a grid a cell is a gridcell, which can be selected
    <td
      data-place={`${place.bdmId} ${place.day} ${place.time}`}
      tabIndex={isActive ? 0 : -1}
      aria-label={cellLabel(place, cell, props.bdmName)}
      aria-current={isNow ? 'time' : undefined}
      aria-selected={isTarget || undefined}
      onDragOver={over}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
      className={cx(
        'h-10 border-b border-l border-line p-0.5 align-middle -outline-offset-2 max-md:h-11',
        isNow && 'border-l-2 border-l-primary',
        cell.kind === 'taken' && 'bg-sunken text-ink-faint',
        cell.kind === 'none' && 'bg-sunken',
        cell.kind === 'free' && (isMoving ? 'bg-selected/60' : isToday && 'bg-selected/25'),
      )}
    >
      <div
        className={cx(
          'flex h-full min-w-0 items-center rounded-md',
          isTarget && 'ring-2 ring-focus ring-inset',
        )}
      >
        {cell.kind === 'meeting' && <Chip {...props} {...cell} isLifted={isLifted} />}
        {cell.kind === 'taken' && cell.isFirst && cell.by !== 'clock' && (
          <span className="truncate px-1.5 text-xs" title={cell.reason}>
            {cell.reason}
          </span>
        )}
        {cell.kind === 'free' && !isMoving && onBook && (
          <button
            type="button"
            // the keyboard reaches the cell, not its button
            tabIndex={-1}
            title="Book for a broker"
            onClick={onBook}
            className="flex h-full w-full items-center gap-1 rounded-md px-1.5 text-left text-xs text-link opacity-0 hover:bg-hover hover:opacity-100"
          >
            <Plus aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />
            Book
          </button>
        )}
        {cell.kind === 'free' && isMoving && (
          <span aria-hidden className="px-1.5 text-xs text-link">
            Free
          </span>
        )}
      </div>
    </td>
  )
}

interface ChipProps extends Pick<WeekCellProps, 'mayDrag' | 'onOpen' | 'onDragStart' | 'onDragEnd'> {
  booking: Booking
  conflict: string | null
  isLifted: boolean
}

const looks = {
  unconfirmed: 'border-dashed border-amber bg-amber-soft text-amber-ink',
  booked: 'border-transparent bg-blue-soft text-blue-ink',
  held: 'border-transparent bg-green-soft text-green-ink',
  no_show: 'border-transparent bg-grey-soft text-grey-ink',
  cancelled: 'border-transparent bg-grey-soft text-grey-ink',
} satisfies Record<Booking['status'], string>

const icons = { unconfirmed: Hourglass, booked: null, held: CircleCheck, no_show: UserX, cancelled: null }

function Chip({
  booking,
  conflict,
  isLifted,
  mayDrag,
  onOpen,
  onDragStart,
  onDragEnd,
}: ChipProps): ReactElement {
  const { id, name, status, broker, meetingType } = booking
  const company = broker?.company
  const Icon = conflict ? TriangleAlert : icons[status]
  return (
    <button
      type="button"
      // the keyboard reaches the cell, not its button
      tabIndex={-1}
      draggable={mayDrag}
      title={[name, company, meetingTypeLabels[meetingType], stateWords[status], conflict]
        .filter(Boolean)
        .join(', ')}
      onClick={() => onOpen(booking)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(id))
        // the browser cancels a drag whose element changes at its start
        setTimeout(() => onDragStart(booking))
      }}
      onDragEnd={onDragEnd}
      className={cx(
        'flex h-full w-full min-w-0 items-center gap-1 rounded-md border px-1.5 text-left text-xs font-medium',
        conflict ? 'border-amber bg-amber-soft text-amber-ink' : looks[status],
        mayDrag && 'cursor-grab active:cursor-grabbing',
        isLifted && 'opacity-50',
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />}
      <span className="min-w-0 leading-4">
        <span className="block truncate">{name}</span>
        <span className="block truncate font-normal">
          {[company, meetingTypeLabels[meetingType]].filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  )
}

/** 'Tue 24 Nov, 10:00 am, Dana Cole: meeting with Marco Zhang, during leave' */
function cellLabel({ day, time }: Place, cell: Cell, bdmName: string): string {
  const where = `${shortDayName(day)}, ${formatClock(time)}, ${bdmName}`
  if (cell.kind === 'free') return `${where}: free`
  if (cell.kind === 'taken') return `${where}: ${cell.reason}`
  if (cell.kind === 'none') return `${where}: no meetings`
  const { booking, conflict } = cell
  return `${where}: ${[`meeting with ${booking.name}`, stateWords[booking.status], conflict].filter(Boolean).join(', ')}`
}
