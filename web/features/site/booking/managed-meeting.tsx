import type { ReactElement, ReactNode } from 'react'
import { type ManagedBooking, meetingTypeLabels } from '#contract/bookings.ts'
import { Button, ButtonLink } from '#web/features/site/ui/Button.tsx'
import { attendeesLabel } from './booking-form.ts'

/** What a meeting is about, as lines below its date and time. */
export function detailsOf(booking: ManagedBooking): [name: string, value: ReactNode][] {
  const lines: [string, ReactNode][] = [
    ['About', meetingTypeLabels[booking.meetingType]],
    ['Attendees', attendeesLabel(booking.attendees)],
  ]
  if (booking.agenda) {
    lines.push([
      'Agenda',
      <span key="agenda" className="font-normal whitespace-pre-line">
        {booking.agenda}
      </span>,
    ])
  }
  if (booking.videoLink && booking.status === 'booked') {
    lines.push([
      'Video link',
      <a
        key="link"
        href={booking.videoLink}
        rel="noopener noreferrer"
        target="_blank"
        className="break-all text-link underline"
      >
        {booking.videoLink}
      </a>,
    ])
  }
  return lines
}

interface NextStepsProps {
  booking: ManagedBooking
  onMove: () => void
  onCancel: () => void
}

/** What can be done next: change what is ahead, book again what is over. */
export function NextSteps({ booking, onMove, onCancel }: NextStepsProps): ReactElement {
  if (!booking.canChange) {
    return (
      <div>
        <ButtonLink href="/booking" variant="primary">
          Book another meeting
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="grid gap-3 sm:flex">
      <Button variant="primary" onClick={onMove}>
        Choose another time
      </Button>
      <Button onClick={onCancel}>Cancel meeting</Button>
    </div>
  )
}
