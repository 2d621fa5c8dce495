/** Decides which changes to a booking are allowed, and why others are not. */
import {
  type BookingStatus,
  bookingStatusLabels,
  bookingTransitions,
  HOLD_MINUTES,
} from '#contract/bookings/bookings.ts'

export interface BookingFacts {
  status: string
  start: Date
  /** Until when it had or has to be confirmed; null where it needs no confirmation or has it. */
  confirmBy: Date | null
  cancelledAt: Date | null
}

export const CANCELLED = 'This meeting was cancelled. Book a new one.'
export const LAPSED = `This meeting was not confirmed within ${HOLD_MINUTES} minutes, so its time is free for others again. Book a new one.`
export const CONFIRM_FIRST = 'Confirm your meeting first. Then you can choose another time.'
export const STARTED = 'This meeting has already started. Call us to change it.'
export const OVER = 'This meeting is over.'

/** Whether an unconfirmed booking has given up its time; true even before the job has cancelled it. */
export function isLapsed({ status, confirmBy }: BookingFacts, now: Date): boolean {
  return status === 'unconfirmed' && confirmBy !== null && confirmBy <= now
}

/** Why the visitor can no longer confirm, move or cancel it; null: they can. */
export function changeProblem(booking: BookingFacts, now: Date): string | null {
  const { status, start, confirmBy, cancelledAt } = booking
  if (isLapsed(booking, now)) return LAPSED
  if (status === 'cancelled') {
    return confirmBy !== null && cancelledAt !== null && cancelledAt >= confirmBy ? LAPSED : CANCELLED
  }
  if (status !== 'booked' && status !== 'unconfirmed') return OVER
  return start <= now ? STARTED : null
}

/** Why the visitor cannot choose another time; null: they can. */
export function moveProblem(booking: BookingFacts, now: Date): string | null {
  return changeProblem(booking, now) ?? (booking.status === 'unconfirmed' ? CONFIRM_FIRST : null)
}

/** Why staff cannot choose another time; null: they can. */
export function staffMoveProblem(
  booking: BookingFacts & { status: BookingStatus },
  now: Date,
): string | null {
  const { status, start } = booking
  if (isLapsed(booking, now)) return LAPSED
  if (status === 'unconfirmed') return 'Confirm the meeting first. Then you can choose another time.'
  if (status !== 'booked') {
    return `A meeting that is ${bookingStatusLabels[status].toLowerCase()} cannot be rescheduled. Book a new one.`
  }
  return start <= now ? 'The meeting has begun. Mark it as held or no-show, and book a new one.' : null
}

/** For staff who move a meeting that somebody else has just moved. */
export const movedMeanwhile = (when: string, bdmName: string): string =>
  `Somebody else has just moved this meeting to ${when} with ${bdmName}. Check that before you move it again.`

/** Why staff cannot set this status; null: they can. Setting the current status is allowed and changes nothing. */
export function statusProblem(
  booking: BookingFacts & { status: BookingStatus },
  to: BookingStatus,
  now: Date,
): string | null {
  const { status, start } = booking
  if (status === to) return null
  if (isLapsed(booking, now)) return LAPSED
  const name = (which: BookingStatus): string => bookingStatusLabels[which].toLowerCase()
  if (!bookingTransitions[status].includes(to)) {
    return `A meeting that is ${name(status)} cannot become ${name(to)}.`
  }
  if ((to === 'held' || to === 'no_show') && start > now) return 'This meeting has not started yet.'
  return null
}
