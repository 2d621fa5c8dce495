import type { ReactElement, Ref } from 'react'
import { HOLD_MINUTES, meetingTypeLabels, type VisitorBooking } from '#contract/bookings.ts'
import { Notice } from '#web/features/site/ui/Notice.tsx'
import { BookingSummary } from './BookingSummary.tsx'
import { attendeesLabel } from './booking-form.ts'

export interface Booked {
  booking: VisitorBooking
  /** As typed; null where the mail goes to the address on record. */
  email: string | null
}

/** Stays after the toast, as lasting proof of the booking, and says what is left to do. */
export function BookedNotice({ booking, email, ref }: Booked & { ref: Ref<HTMLDivElement> }): ReactElement {
  const waits = booking.status === 'unconfirmed'
  return (
    <Notice
      ref={ref}
      tone={waits ? 'info' : 'success'}
      title={waits ? 'One step is left' : 'Your meeting is booked'}
    >
      {waits ? (
        <p>
          We have sent an email to{' '}
          {email ? <strong className="break-words">{email}</strong> : 'the address we have on record'}.
          Confirm your meeting within {HOLD_MINUTES} minutes with the link in it. Until then the time is held
          for you.
        </p>
      ) : (
        <p>
          The confirmation with an invitation for your calendar is on its way by email. Use the link in it to
          change or cancel.
        </p>
      )}
      <div className="mt-2">
        <BookingSummary
          start={booking.scheduledDate}
          more={[
            ['With', booking.bdmName],
            ['About', meetingTypeLabels[booking.meetingType]],
            ['Attendees', attendeesLabel(booking.attendees)],
          ]}
        />
      </div>
    </Notice>
  )
}
