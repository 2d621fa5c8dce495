import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { countOf } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { meetingTime } from './booking-labels.ts'

/** Meetings booked during leave, which staff have to move or cancel. */
export function Conflicts({ bookings }: { bookings: readonly Booking[] }): ReactElement | null {
  if (bookings.length === 0) return null
  return (
    <div className="mt-1.5 rounded-lg bg-amber-soft px-3 py-2 text-amber-ink">
      <p className="font-medium">
        {countOf(bookings.length, 'meeting')} {bookings.length === 1 ? 'is' : 'are'} booked in this time
      </p>
      <ul>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link to={pathTo.booking(booking.id)} className="rounded underline underline-offset-2">
              {meetingTime(booking)} with {booking.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
