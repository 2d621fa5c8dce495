import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { BOOKING_ZONE, type Booking, meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { formatDate, formatEventTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import {
  attendeesText,
  bookingStatusLook,
  confirmationText,
  meetingSpan,
  ownTime,
  saidTime,
  sourceLabels,
} from './booking-labels.ts'

/** Time, type, attendee and source of a booking. */
export function BookingFacts({ booking }: { booking: Booking }): ReactElement {
  const own = ownTime(booking)
  return (
    <>
      <PanelSection title="Meeting">
        <Facts
          facts={[
            { label: 'Status', value: <StatusDot {...bookingStatusLook(booking.status)} /> },
            booking.confirmBy !== null && { label: 'Confirmation', value: confirmationText(booking) },
            booking.reviewReason !== null && { label: 'Review', value: booking.reviewReason },
            { label: 'When', value: whenText(booking) },
            booking.saidDate !== null && { label: 'Agreed in the call', value: saidTime(booking.saidDate) },
            own !== null && { label: 'Your time', value: own },
            { label: 'Type', value: meetingTypeLabels[booking.meetingType] },
            booking.attendees > 1 && { label: 'Attendees', value: attendeesText(booking.attendees) },
            { label: 'BDM', value: <BdmLink booking={booking} /> },
            { label: 'Video', value: <VideoLink href={booking.videoLink} /> },
            booking.agenda !== null && {
              label: 'Agenda',
              value: <span className="whitespace-pre-wrap">{booking.agenda}</span>,
            },
          ]}
        />
      </PanelSection>
      <PanelSection title="Attendee">
        <Facts
          facts={[
            booking.name !== booking.broker?.name && { label: 'Name', value: booking.name },
            { label: 'Broker', value: <BrokerLink booking={booking} /> },
            { label: 'Email', value: booking.email ? <MailLink address={booking.email} /> : ABSENT },
            { label: 'Phone', value: booking.phone ? <PhoneLink phone={booking.phone} /> : ABSENT },
            { label: 'Booked via', value: <SourceText booking={booking} /> },
            { label: 'Booked at', value: formatEventTime(booking.createdAt, booking.simulatedAt) },
          ]}
        />
      </PanelSection>
    </>
  )
}

const whenText = (booking: Booking): string =>
  `${formatDate(dayIn(BOOKING_ZONE, booking.scheduledDate))}, ${meetingSpan(booking)} ${booking.zoneLabel}`

function BdmLink({ booking: { bdm } }: { booking: Booking }): ReactElement {
  return (
    <Link to={pathTo.bdm(bdm.id)} className="link">
      {bdm.name}
    </Link>
  )
}

function BrokerLink({ booking: { broker } }: { booking: Booking }): ReactNode {
  if (!broker) return 'Not in the directory, or booked without a personal link'
  return (
    <Link to={pathTo.broker(broker.id)} className="link">
      {[broker.name, broker.company].filter(Boolean).join(', ')}
    </Link>
  )
}

function SourceText({ booking: { source, callId, name } }: { booking: Booking }): ReactNode {
  if (callId === null) return sourceLabels[source]
  return (
    <Link to={pathTo.call(callId)} className="link">
      Call with {name}
    </Link>
  )
}

function MailLink({ address }: { address: string }): ReactElement {
  return (
    <a href={`mailto:${address}`} className="link break-all">
      {address}
    </a>
  )
}

function PhoneLink({ phone }: { phone: string }): ReactElement {
  return (
    <a href={`tel:${phone}`} className="link tabular">
      {formatPhone(phone)}
    </a>
  )
}

function VideoLink({ href }: { href: string | null }): ReactNode {
  if (href === null) return ABSENT
  return (
    <a href={href} target="_blank" rel="noreferrer" title={href} className="link">
      Join video
    </a>
  )
}
