import type { ReactElement } from 'react'
import {
  type Booking,
  type BookingStatus,
  bookingStatusLabels,
  updateBooking,
} from '#contract/bookings/bookings.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useNow } from '#web/lib/use-now.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { bookingStatusLook, isUnanswered } from './booking-labels.ts'
import { BOOKING_REFRESHES } from './booking-refreshes.ts'

/** Interval of the check for meetings that have ended. */
const lookAgain = (): number => 60_000

/** The status, or that the outcome of a meeting in the past is missing. */
export function BookingStatusCell({ booking }: { booking: Booking }): ReactElement {
  const isMissing = isUnanswered(booking, useNow(lookAgain))
  return (
    <StatusDot
      {...(isMissing ? { tone: 'amber', label: 'Outcome missing' } : bookingStatusLook(booking.status))}
    />
  )
}

/** Held and No-show for a meeting in the past without an outcome; otherwise empty. */
export function OutcomeButtons({ booking }: { booking: Booking }): ReactElement | null {
  const { id, name } = booking
  const isMissing = isUnanswered(booking, useNow(lookAgain))
  const refusal = useRefusal('bookings.write')
  const mark = useWrite(updateBooking, {
    refresh: BOOKING_REFRESHES,
    onSuccess: ({ status }) =>
      toastSuccess(`Meeting with ${name} marked as ${bookingStatusLabels[status].toLowerCase()}`),
    onError: (error) => toastError(messageOf(error, 'Failed to update the booking')),
  })
  if (!isMissing) return null
  const isBecoming = (next: BookingStatus): boolean =>
    mark.isPending && 'status' in mark.variables.body && mark.variables.body.status === next
  return (
    <>
      {(['held', 'no_show'] as const).map((next) => (
        <Button
          key={next}
          size="sm"
          disabledReason={refusal}
          pending={isBecoming(next)}
          onClick={() => mark.mutate({ params: { id }, body: { status: next } })}
        >
          {bookingStatusLabels[next]}
          <span className="sr-only">: {name}</span>
        </Button>
      ))}
    </>
  )
}
