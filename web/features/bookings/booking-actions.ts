import {
  type Booking,
  type BookingStatus,
  bookingStatusLabels,
  bookingTransitions,
} from '#contract/bookings/bookings.ts'

/** Why a booking may not become `next` now, by the table of transitions; null when it may. */
export function markRefusal(
  booking: Pick<Booking, 'status' | 'scheduledDate'>,
  next: BookingStatus,
  now: number,
): string | null {
  const { status } = booking
  if (status === next) return `The meeting is already marked as ${bookingStatusLabels[status].toLowerCase()}.`
  if (!bookingTransitions[status].includes(next)) {
    return status === 'cancelled'
      ? 'A cancelled meeting stays cancelled.'
      : `A meeting that is ${bookingStatusLabels[status].toLowerCase()} cannot be ${bookingStatusLabels[next].toLowerCase()}.`
  }
  const isOver = Date.parse(booking.scheduledDate) <= now
  const waitsForStart = next === 'held' || next === 'no_show'
  return waitsForStart && !isOver ? 'The meeting has not begun yet.' : null
}

/** Why a booking may not be rescheduled now; null when it may. */
export function moveRefusal(
  { status, scheduledDate }: Pick<Booking, 'status' | 'scheduledDate'>,
  now: number,
): string | null {
  if (status === 'unconfirmed') return 'Confirm the meeting first.'
  if (status !== 'booked') {
    return `A meeting that is ${bookingStatusLabels[status].toLowerCase()} cannot be rescheduled.`
  }
  return Date.parse(scheduledDate) <= now ? 'The meeting has begun.' : null
}
