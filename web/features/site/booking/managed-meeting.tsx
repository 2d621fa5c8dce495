import type { ReactElement, ReactNode } from 'react'
import { type ManagedBooking, meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { Button, ButtonLink } from '#web/features/site/ui/Button.tsx'
import { Notice } from '#web/features/site/ui/Notice.tsx'
import { attendeesLabel } from './booking-form.ts'
import { personClock } from './times.ts'
import { usePersonZone } from './use-person-zone.ts'

/** Details of a meeting, as lines below its date and time. */
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

/** The open confirmation, its deadline, and why an attempt failed. */
export function Unconfirmed({ booking, problem }: { booking: ManagedBooking; problem: string | null }) {
  const zone = usePersonZone()
  const until = booking.confirmBy && personClock(booking.confirmBy, zone)
  return (
    <Notice
      tone={problem ? 'error' : 'warning'}
      title={problem ?? 'This meeting is not booked yet'}
      live={problem !== null}
    >
      The time is held for you until {until}. Press Confirm meeting to book it; after that others can have it.
    </Notice>
  )
}

interface NextStepsProps {
  booking: ManagedBooking
  confirming: boolean
  onConfirm: () => void
  onMove: () => void
  onCancel: () => void
}

/** Next actions: change a future meeting, book again after a past one. */
export function NextSteps(props: NextStepsProps): ReactElement {
  const { booking, confirming, onConfirm, onMove, onCancel } = props
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
      {booking.status === 'unconfirmed' ? (
        <Button variant="primary" pending={confirming} pendingText="Confirming..." onClick={onConfirm}>
          Confirm meeting
        </Button>
      ) : (
        <Button variant="primary" onClick={onMove}>
          Choose another time
        </Button>
      )}
      <Button onClick={onCancel}>Cancel meeting</Button>
    </div>
  )
}
