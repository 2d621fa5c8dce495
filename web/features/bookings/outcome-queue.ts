import type { Booking } from '#contract/bookings/bookings.ts'

/** A meeting that was answered on this screen, and the place that it had then. */
export interface Answered {
  booking: Booking
  place: number
}

/** The waiting meetings, with those that were answered on this screen in their former places. */
export function withAnswered(waiting: readonly Booking[], answered: readonly Answered[]): Booking[] {
  const rows = waiting.filter(({ id }) => !answered.some(({ booking }) => booking.id === id))
  for (const { booking, place } of answered.toSorted((a, b) => a.place - b.place)) {
    rows.splice(place, 0, booking)
  }
  return rows
}
