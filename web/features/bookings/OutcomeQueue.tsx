import { Check, UserX } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { Link } from 'react-router'
import { listBookings } from '#contract/bookings/booking-list.ts'
import {
  type Booking,
  type BookingStatus,
  meetingTypeLabels,
  updateBooking,
} from '#contract/bookings/bookings.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { toastError } from '#web/ui/toast.ts'
import { bookingStatusLook, meetingTime } from './booking-labels.ts'
import { BOOKING_REFRESHES } from './booking-refreshes.ts'
import { type Answered, withAnswered } from './outcome-queue.ts'

const PAGE = 20

/**
 * Meetings that are over and have no outcome yet, oldest first. Rows with a new outcome keep their places until the
 * screen is left, so that the outcome can be undone and no row moves under the pointer.
 */
export function OutcomeQueue(): ReactElement | null {
  const list = useList(listBookings, {
    query: { unanswered: 'true', sort: 'scheduledDate', test: 'false', limit: PAGE },
  })
  const [answered, setAnswered] = useState<readonly Answered[]>([])
  const box = useRef<HTMLUListElement>(null)
  // rows that arrive while the screen is open stay hidden until they are requested, so that no row moves
  const [known, setKnown] = useState<ReadonlySet<number> | null>(null)
  if (known === null && list.items) setKnown(idsOf(list.items))
  const waitingNow = list.items ?? []
  const rows = withAnswered(
    waitingNow.filter(({ id }) => known?.has(id)),
    answered,
  )
  const further = waitingNow.length - waitingNow.filter(({ id }) => known?.has(id)).length
  if (rows.length === 0) return null
  const waiting = rows.filter(({ status }) => status === 'booked').length
  const onAnswered = (booking: Booking): void => {
    const place = rows.findIndex(({ id }) => id === booking.id)
    setAnswered((all) => [...all.filter((each) => each.booking.id !== booking.id), { booking, place }])
    if (booking.status !== 'booked') focusRow(box.current, place + 1)
  }
  return (
    <div className="mb-4">
      <Panel
        title="Was it held?"
        flush
        actions={
          <>
            {further > 0 && (
              <Button size="sm" onClick={() => setKnown(idsOf(waitingNow))}>
                Show {formatNumber(further)} more
              </Button>
            )}
            <span aria-live="polite" className="tabular text-xs text-ink-soft">
              {waiting === 0 ? 'All answered' : `${waiting} to answer`}
            </span>
          </>
        }
      >
        <ul
          ref={box}
          aria-label="Meetings without an outcome"
          className="max-h-45 divide-y divide-line overflow-y-auto max-md:max-h-80"
        >
          {rows.map((booking) => (
            <QueueRow key={booking.id} booking={booking} onAnswered={onAnswered} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

const idsOf = (bookings: readonly Booking[]): ReadonlySet<number> => new Set(bookings.map(({ id }) => id))

/** The next row's first button, so that one key after the other answers the queue. */
function focusRow(box: HTMLElement | null, index: number): void {
  box?.querySelectorAll('li')[index]?.querySelector('button')?.focus()
}

const keys: Record<string, BookingStatus> = { h: 'held', n: 'no_show', u: 'booked' }

function QueueRow({ booking, onAnswered }: { booking: Booking; onAnswered: (booking: Booking) => void }) {
  const refusal = useRefusal('bookings.write')
  const { id, name, status, bdm, meetingType } = booking
  const mark = useWrite(updateBooking, {
    refresh: BOOKING_REFRESHES,
    onSuccess: onAnswered,
    onError: (error) => toastError(messageOf(error, 'Failed to update the booking')),
  })
  const set = (next: BookingStatus): void => {
    // the answer shows before everything else has been fetched again: the next key or click counts
    if (next !== status) mark.mutate({ params: { id }, body: { status: next } })
  }
  const isBecoming = (next: BookingStatus): boolean =>
    mark.isPending && 'status' in mark.variables.body && mark.variables.body.status === next
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = keys[event.key.toLowerCase()]
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (next && refusal === null && (next !== 'booked') === (status === 'booked')) {
      event.preventDefault()
      set(next)
    }
  }
  return (
    <li
      onKeyDown={onKeyDown}
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 hover:bg-hover"
    >
      <Link to={pathTo.booking(id)} className="link tabular font-medium whitespace-nowrap">
        {meetingTime(booking)}
      </Link>
      <span className="min-w-0 flex-1 basis-48 truncate" title={name}>
        {name}
        <span className="text-ink-soft">
          {' '}
          · {meetingTypeLabels[meetingType]} with {bdm.name}
        </span>
      </span>
      <span className="flex h-8 items-center gap-2 max-md:h-11">
        {status === 'booked' ? (
          <>
            <Button
              size="sm"
              icon={Check}
              aria-label={`Held: ${name}`}
              aria-keyshortcuts="H"
              disabledReason={refusal}
              pending={isBecoming('held')}
              onClick={() => set('held')}
            >
              Held
            </Button>
            <Button
              size="sm"
              icon={UserX}
              aria-label={`No-show: ${name}`}
              aria-keyshortcuts="N"
              disabledReason={refusal}
              pending={isBecoming('no_show')}
              onClick={() => set('no_show')}
            >
              No-show
            </Button>
          </>
        ) : (
          <>
            <StatusDot {...bookingStatusLook(status)} />
            <Button
              size="sm"
              aria-label={`Undo: ${name}`}
              aria-keyshortcuts="U"
              pending={isBecoming('booked')}
              onClick={() => set('booked')}
            >
              Undo
            </Button>
          </>
        )}
      </span>
    </li>
  )
}
