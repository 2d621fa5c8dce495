import type { ReactElement } from 'react'
import { BOOKING_ZONE, type Booking, meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { formatTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { attendeesText, isToReview, meetingTime, sourceLabels } from './booking-labels.ts'
import { BookingStatusCell, OutcomeButtons } from './OutcomeButtons.tsx'

/** Columns of the list of bookings; those marked hidden are in the column menu. */
export const bookingColumns: readonly Column<Booking>[] = [
  {
    id: 'scheduledDate',
    header: 'Meeting',
    cell: (booking) => (
      <time dateTime={booking.scheduledDate} className="font-medium">
        {meetingTime(booking)}
      </time>
    ),
    sort: 'scheduledDate',
    width: '14.5rem',
    always: true,
    phone: 'aside',
  },
  {
    id: 'name',
    header: 'Attendee',
    cell: (booking) => <WhoCell booking={booking} />,
    always: true,
    phone: 'title',
    onPhone: (booking) => <WhoLines booking={booking} />,
  },
  {
    id: 'meetingType',
    header: 'Type',
    cell: (booking) => meetingTypeLabels[booking.meetingType],
    width: '10rem',
    wide: true,
  },
  { id: 'bdm', header: 'BDM', cell: (booking) => booking.bdm.name, width: '9rem', phone: 'second' },
  {
    id: 'status',
    header: 'Status',
    cell: (booking) => <BookingStatusCell booking={booking} />,
    width: '9.5rem',
    phone: 'second',
  },
  {
    id: 'source',
    header: 'Source',
    cell: (booking) => sourceLabels[booking.source],
    width: '8rem',
    hidden: true,
  },
  {
    id: 'createdAt',
    header: 'Booked',
    cell: (booking) => <RelativeTime when={booking.createdAt} simulatedAt={booking.simulatedAt} />,
    sort: 'createdAt',
    width: '8rem',
    wide: true,
  },
  {
    id: 'attendees',
    header: 'Attendees',
    cell: (booking) => attendeesText(booking.attendees),
    width: '7rem',
    hidden: true,
  },
  { id: 'email', header: 'Email', cell: (booking) => booking.email ?? ABSENT, hidden: true },
  {
    id: 'phone',
    header: 'Phone',
    cell: (booking) => <span className="tabular">{formatPhone(booking.phone)}</span>,
    width: '9rem',
    hidden: true,
  },
  {
    id: 'actions',
    header: 'Outcome',
    cell: (booking) => <OutcomeButtons booking={booking} />,
    width: '10rem',
  },
]

/** The same where each day has a heading of its own. */
export const columnsOfDays: readonly Column<Booking>[] = bookingColumns.map((column) =>
  column.id === 'scheduledDate'
    ? {
        ...column,
        header: 'Time',
        width: '7rem',
        cell: (booking) => (
          <time dateTime={booking.scheduledDate} className="tabular font-medium">
            {formatTime(booking.scheduledDate, BOOKING_ZONE)}
          </time>
        ),
      }
    : column,
)

function WhoCell({ booking }: { booking: Booking }): ReactElement {
  const company = booking.broker?.company
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate" title={[booking.name, company].filter(Boolean).join(', ')}>
        {booking.name}
        {company && <span className="text-ink-soft"> · {company}</span>}
      </span>
      <Marks booking={booking} />
    </span>
  )
}

/** On a phone: the company on a line of its own. */
function WhoLines({ booking }: { booking: Booking }): ReactElement {
  const company = booking.broker?.company
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate">{booking.name}</span>
        <Marks booking={booking} />
      </span>
      {company && <span className="truncate text-xs font-normal text-ink-soft">{company}</span>}
    </span>
  )
}

function Marks({ booking }: { booking: Booking }): ReactElement {
  return (
    <>
      {isToReview(booking) && <Badge tone="amber">Review</Badge>}
      {booking.note && <Badge>Note</Badge>}
    </>
  )
}
