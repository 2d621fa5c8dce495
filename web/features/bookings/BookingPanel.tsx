import type { ReactElement } from 'react'
import { getBooking } from '#contract/bookings/bookings.ts'
import { useRecord } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { BookingActions } from './BookingActions.tsx'
import { BookingFacts } from './BookingFacts.tsx'
import { BookingNote } from './BookingNote.tsx'
import { meetingTime } from './booking-labels.ts'

/** The details of the booking that the address names (?booking=17). */
export function BookingPanel(): ReactElement {
  const open = useOpenRecord('booking')
  const read = useRecord(getBooking, open.id)
  const booking = read.data
  return (
    <RecordPanel
      noun="booking"
      open={open}
      read={read}
      title={booking ? `Meeting with ${booking.name}` : 'Meeting'}
      description={booking && meetingTime(booking)}
      footer={booking && <BookingActions booking={booking} />}
      skeleton={['h-5 w-40', 'h-24', 'mt-4 h-5 w-24', 'h-20']}
    >
      {(loaded) => (
        <>
          <BookingFacts booking={loaded} />
          <BookingNote booking={loaded} />
        </>
      )}
    </RecordPanel>
  )
}
