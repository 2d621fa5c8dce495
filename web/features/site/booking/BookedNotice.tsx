import type { ReactElement, Ref } from 'react'
import { meetingTypeLabels, type VisitorBooking } from '#contract/bookings.ts'
import { Notice } from '#web/features/site/ui/Notice.tsx'
import { BookingSummary } from './BookingSummary.tsx'
import { attendeesLabel } from './booking-form.ts'

interface BookedNoticeProps {
  booking: VisitorBooking
  ref: Ref<HTMLDivElement>
}

/** Stays after the toast, as lasting proof of the booking. */
export function BookedNotice({ booking, ref }: BookedNoticeProps): ReactElement {
  return (
    <Notice ref={ref} tone="success" title="Your meeting is booked">
      <p>
        The confirmation with an invitation for your calendar is on its way by email. Use the link in it to
        change or cancel.
      </p>
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
