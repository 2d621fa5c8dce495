import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { listBookings } from '#contract/bookings/booking-list.ts'
import { meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { useRead } from '#web/api/use-read.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { bookingStatusLook, meetingTime } from './booking-labels.ts'

const SHOWN = 5

export const useBrokerBookings = (brokerId: number) =>
  useRead(listBookings, { query: { brokerId, limit: SHOWN, sort: '-scheduledDate' } })

/** The latest meetings of one broker. */
export function BrokerBookings({ brokerId }: { brokerId: number }): ReactElement {
  const { data, error, refetch } = useBrokerBookings(brokerId)
  return (
    <PanelSection title="Meetings">
      {data?.length === 0 && <p className="text-ink-soft">No meeting has been booked yet.</p>}
      {data && data.length > 0 && (
        <ul className="flex flex-col gap-2">
          {data.map((booking) => (
            <li key={booking.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Link to={pathTo.booking(booking.id)} className="link tabular font-medium">
                {meetingTime(booking)}
              </Link>
              <StatusDot {...bookingStatusLook(booking.status)} />
              <span className="w-full text-xs text-ink-soft">
                {meetingTypeLabels[booking.meetingType]} with {booking.bdm.name}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <ErrorState title="The meetings could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-9" />}
    </PanelSection>
  )
}
