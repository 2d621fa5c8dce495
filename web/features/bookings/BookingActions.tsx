import { CalendarClock, CalendarX, Check, UserX } from 'lucide-react'
import { type ReactElement, useState } from 'react'
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
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { markRefusal, moveRefusal } from './booking-actions.ts'
import { meetingTime } from './booking-labels.ts'
import { BOOKING_REFRESHES } from './booking-refreshes.ts'
import { RescheduleDialog } from './RescheduleDialog.tsx'

/** Confirm, reschedule, held, no-show, cancel: enabled from the table of transitions. */
export function BookingActions({ booking }: { booking: Booking }): ReactElement {
  const refusal = useRefusal('bookings.write')
  const start = Date.parse(booking.scheduledDate)
  // the buttons become enabled when the meeting begins
  const now = useNow((at) => (start > at ? start - at + 1 : 3_600_000))
  const mark = useWrite(updateBooking, {
    refresh: BOOKING_REFRESHES,
    onSuccess: ({ status }) =>
      toastSuccess(
        status === 'booked'
          ? 'Meeting confirmed'
          : `Meeting marked as ${bookingStatusLabels[status].toLowerCase()}`,
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to update the booking')),
  })
  const set = (status: BookingStatus): void => mark.mutate({ params: { id: booking.id }, body: { status } })
  const isBecoming = (status: BookingStatus): boolean =>
    mark.isPending && 'status' in mark.variables.body && mark.variables.body.status === status
  const cancel = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Cancel the meeting with ${booking.name}?`,
      body: (
        <>
          <p>
            {meetingTime(booking)} is free again immediately
            {booking.email ? `, and ${booking.email} is notified` : ''}.
          </p>
          <p className="mt-2">A cancelled meeting cannot be restored; a new one can be booked.</p>
        </>
      ),
      action: 'Cancel meeting',
      cancel: 'Keep meeting',
      danger: true,
    })
    if (isSure) set('cancelled')
  }
  const waitsForStart = refusal === null && booking.status === 'booked' && start > now
  const reasonFor = (status: BookingStatus): string | null => refusal ?? markRefusal(booking, status, now)
  return (
    <>
      <Button
        variant="remove"
        className="mr-auto -ml-2"
        icon={CalendarX}
        pending={isBecoming('cancelled')}
        disabledReason={reasonFor('cancelled')}
        onClick={() => void cancel()}
      >
        Cancel meeting
      </Button>
      {booking.status === 'unconfirmed' ? (
        <Button
          variant="primary"
          icon={Check}
          pending={isBecoming('booked')}
          disabledReason={reasonFor('booked')}
          onClick={() => set('booked')}
        >
          Confirm meeting
        </Button>
      ) : (
        <>
          <RescheduleButton booking={booking} />
          {waitsForStart ? (
            <p className="order-first basis-full text-xs text-ink-soft">
              Held and No-show can be marked from {meetingTime(booking)}.
            </p>
          ) : (
            <>
              <Button
                icon={UserX}
                pending={isBecoming('no_show')}
                disabledReason={reasonFor('no_show')}
                onClick={() => set('no_show')}
              >
                No-show
              </Button>
              <Button
                variant="primary"
                icon={Check}
                pending={isBecoming('held')}
                disabledReason={reasonFor('held')}
                onClick={() => set('held')}
              >
                Held
              </Button>
            </>
          )}
        </>
      )}
    </>
  )
}

/** Opens the times to which the meeting can be moved. */
export function RescheduleButton({ booking }: { booking: Booking }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const start = Date.parse(booking.scheduledDate)
  const now = useNow((at) => (start > at ? start - at + 1 : 3_600_000))
  const refusal = useRefusal('bookings.write')
  return (
    <>
      <Button
        icon={CalendarClock}
        disabledReason={refusal ?? moveRefusal(booking, now)}
        onClick={() => setOpen(true)}
      >
        Reschedule
      </Button>
      {isOpen && <RescheduleDialog booking={booking} onClose={() => setOpen(false)} />}
    </>
  )
}
