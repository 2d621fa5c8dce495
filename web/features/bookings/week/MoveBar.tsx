import { CalendarClock } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { BOOKING_ZONE, type Booking } from '#contract/bookings/bookings.ts'
import { meetingTime } from '#web/features/bookings/booking-labels.ts'
import { instantAt } from '#web/lib/zoned-days.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { targetRefusal, toldText } from './move.ts'
import type { Moving } from './use-move.ts'
import type { Cell } from './week-cells.ts'

interface MoveBarProps {
  moving: Moving
  /** The current content of the target cell. */
  cell: Cell
  bdmName: string
  isPending: boolean
  problem: string | null
  /** The meeting was dropped there: Enter is for the button. */
  takesFocus: boolean
  /** The meeting is being dragged: it can be dropped on a cell under the bar. */
  letsThrough: boolean
  onMove: () => void
  onCancel: () => void
}

/**
 * Shows the target of a move and its recipients of notices before the move is made. It overlays the page and moves
 * nothing.
 */
export function MoveBar(props: MoveBarProps): ReactElement {
  const { moving, cell, bdmName, isPending, problem, takesFocus, letsThrough, onMove, onCancel } = props
  const { booking, target } = moving
  const button = useRef<HTMLDivElement>(null)
  const refusal = targetRefusal(cell, booking)
  const to = timeOf(target.day, target.time)
  useEffect(() => {
    if (takesFocus) button.current?.querySelector('button')?.focus()
  }, [takesFocus])
  return (
    <section
      aria-label={`Move the meeting with ${booking.name}`}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      className={cx(
        'fixed inset-x-3 bottom-[calc(var(--bl-bottom-bar)+var(--bl-status-bar)+0.75rem)] z-40 mx-auto flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-float p-3.5 shadow-float',
        letsThrough && 'pointer-events-none opacity-70',
      )}
    >
      <CalendarClock aria-hidden className="size-5 shrink-0 text-link max-sm:hidden" strokeWidth={1.75} />
      <div className="min-w-0 flex-1 basis-80">
        <p className="truncate font-medium" title={booking.name}>
          {booking.name}
        </p>
        <p className="truncate text-ink-soft">
          From {meetingTime(booking)} with {booking.bdm.name}
        </p>
        <p className="truncate font-medium">
          To {to} with {bdmName}
        </p>
        <p
          role={problem ? 'alert' : undefined}
          className={cx(
            'line-clamp-2',
            problem ? 'text-red-ink' : refusal ? 'text-amber-ink' : 'text-ink-soft',
          )}
        >
          {problem ?? refusal ?? toldText(booking, bdmName)}
        </p>
      </div>
      <div ref={button} className="ml-auto flex flex-row-reverse gap-2">
        <Button
          variant="primary"
          pending={isPending}
          pendingText="Moving..."
          disabledReason={refusal}
          onClick={onMove}
        >
          Move meeting
        </Button>
        <Button disabled={isPending} onClick={onCancel}>
          Keep as it is
        </Button>
      </div>
    </section>
  )
}

const timeOf = (day: string, time: string): string =>
  meetingTime({ scheduledDate: instantAt(BOOKING_ZONE, day, time) } satisfies Pick<Booking, 'scheduledDate'>)
