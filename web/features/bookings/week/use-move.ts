import { useState } from 'react'
import { type Booking, rescheduleBooking } from '#contract/bookings/bookings.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { meetingTime } from '#web/features/bookings/booking-labels.ts'
import { BOOKING_REFRESHES } from '#web/features/bookings/booking-refreshes.ts'
import { toast, toastError } from '#web/ui/toast.ts'
import { type Place, placeOf } from './week-cells.ts'

export interface Moving {
  booking: Booking
  target: Place
}

export interface Move {
  moving: Moving | null
  begin: (booking: Booking, target?: Place) => void
  aim: (target: Place) => void
  cancel: () => void
  /** Moves the meeting to this start. */
  confirm: (start: string) => void
  isPending: boolean
  /** Why the server has refused it. */
  problem: string | null
}

const whereOf = ({ scheduledDate, bdm }: Booking) => ({ scheduledDate, bdmId: bdm.id })

/** Moves a meeting after it has been confirmed, and offers to move it back. */
export function useMove(): Move {
  const [moving, setMoving] = useState<Moving | null>(null)
  const back = useWrite(rescheduleBooking, {
    refresh: BOOKING_REFRESHES,
    onSuccess: (moved) =>
      toast({
        title: 'Success',
        message: `Meeting moved back to ${meetingTime(moved)} with ${moved.bdm.name}`,
        tone: 'success',
      }),
    onError: (error) => toastError(messageOf(error, 'Failed to move the meeting back')),
  })
  const write = useWrite(rescheduleBooking, {
    refresh: BOOKING_REFRESHES,
    onSuccess: (moved, { params, body }) => {
      setMoving(null)
      const was = 'was' in body ? body.was : undefined
      toast({
        title: 'Success',
        message: `Meeting rescheduled to ${meetingTime(moved)} with ${moved.bdm.name}`,
        tone: 'success',
        ...(was && {
          action: {
            label: 'Undo',
            run: () => back.mutate({ params, body: { ...was, was: whereOf(moved) } }),
          },
        }),
      })
    },
  })
  const change = (next: Moving | null): void => {
    write.reset()
    setMoving(next)
  }
  return {
    moving,
    begin: (booking, target = placeOf(booking)) => change({ booking, target }),
    aim: (target) => moving && !write.isPending && change({ ...moving, target }),
    cancel: () => !write.isPending && change(null),
    confirm: (start) => {
      if (!moving || write.isPending) return
      const { booking, target } = moving
      write.mutate({
        params: { id: booking.id },
        body: { scheduledDate: start, bdmId: target.bdmId, was: whereOf(booking) },
      })
    },
    isPending: write.isPending,
    problem: write.error ? messageOf(write.error, 'Failed to reschedule the meeting') : null,
  }
}
