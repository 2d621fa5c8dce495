/** Decides which changes to a booking are allowed, and why others are not. */
import { type BookingStatus, bookingStatusLabels, bookingTransitions } from '#contract/bookings.ts'

export interface BookingFacts {
  status: BookingStatus
  start: Date
}

export const CANCELLED = 'This meeting was cancelled. Book a new one.'
export const STARTED = 'This meeting has already started. Call us to change it.'
export const OVER = 'This meeting is over.'

/** Why the visitor can no longer change it; null: they can. */
export function changeProblem({ status, start }: BookingFacts, now: Date): string | null {
  if (status === 'cancelled') return CANCELLED
  if (status !== 'booked') return OVER
  return start <= now ? STARTED : null
}

/** Why staff cannot set this status; null: they can. Setting the current status is allowed and changes nothing. */
export function statusProblem({ status, start }: BookingFacts, to: BookingStatus, now: Date): string | null {
  if (status === to) return null
  const name = (which: BookingStatus): string => bookingStatusLabels[which].toLowerCase()
  if (!bookingTransitions[status].includes(to)) {
    return `A meeting that is ${name(status)} cannot become ${name(to)}.`
  }
  if (to !== 'cancelled' && start > now) return 'This meeting has not started yet.'
  return null
}
