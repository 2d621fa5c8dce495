import type { ReactElement, Ref } from 'react'
import { HOLD_MINUTES, type MadeBooking, meetingTypeLabels } from '#contract/bookings/bookings.ts'
import { Button, ButtonLink } from '#web/features/site/ui/Button.tsx'
import { Card } from '#web/features/site/ui/Container.tsx'
import { Notice } from '#web/features/site/ui/Notice.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { BookingSummary } from './BookingSummary.tsx'
import { attendeesLabel } from './booking-form.ts'

export interface Booked {
  booking: MadeBooking
  /** As typed; null where the message is sent to the address on record, or to the mobile where there is none. */
  email: string | null
}

interface BookedNoticeProps extends Booked {
  lender: string
  ref: Ref<HTMLDivElement>
  onAnother: () => void
}

const ON_RECORD = 'the email address or mobile we have on record'

/** The last step: confirmation of the booking, remaining actions, and links. */
export function BookedNotice({ booking, email, lender, ref, onAnother }: BookedNoticeProps): ReactElement {
  const waits = booking.status === 'unconfirmed'
  const { manageUrl } = booking
  return (
    <div className="grid gap-6">
      <Notice
        ref={ref}
        tone={waits ? 'info' : 'success'}
        title={waits ? 'Your meeting is booked: now confirm it by email' : 'Your meeting is booked'}
      >
        {waits ? (
          <p>
            {email ? (
              <>
                We have sent an email to <strong className="break-words">{email}</strong>.
              </>
            ) : (
              `We have sent a message to ${ON_RECORD}.`
            )}{' '}
            Confirm your meeting within {HOLD_MINUTES} minutes with the link in it; otherwise the time becomes
            free again.
          </p>
        ) : (
          <p>
            {email
              ? 'The confirmation with an invitation for your calendar is on its way by email.'
              : `The confirmation is on its way to ${ON_RECORD}.`}{' '}
            Use the link in it to change or cancel.
          </p>
        )}
      </Notice>
      <Card>
        <BookingSummary
          start={booking.scheduledDate}
          more={[
            ['With', booking.bdmName],
            ['About', meetingTypeLabels[booking.meetingType]],
            ['Attendees', attendeesLabel(booking.attendees)],
          ]}
        />
        {manageUrl && (
          <div className="mt-5 border-t border-line pt-5">
            <AddToCalendar manageUrl={manageUrl} meeting={booking} videoLink={null} lender={lender} />
          </div>
        )}
      </Card>
      <div className="grid gap-3 sm:flex">
        {manageUrl && <ButtonLink href={manageUrl}>Change or cancel</ButtonLink>}
        <Button variant="quiet" onClick={onAnother}>
          Book another meeting
        </Button>
      </div>
    </div>
  )
}
