// The meeting that the signed link of a confirmation opens.
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bookingFields, managedBooking } from './bookings.ts'

const tag = 'Bookings'

const manageParams = z.object({ token: z.string().max(500) })

export const readManagedBooking = endpoint('GET /api/bookings/manage/:token', {
  tag,
  summary: 'The booking behind the signed link of its confirmation; 404 for a forged or expired link',
  access: 'public',
  params: manageParams,
  returns: managedBooking,
})

/** Added to the address of the page that manages a booking. */
export const CALENDAR_FILE = 'meeting.ics'

export const meetingFile = endpoint('GET /booking/manage/:token/meeting.ics', {
  tag,
  summary: 'The meeting behind the signed link, as a calendar file; 404 unless it is booked and not over',
  access: 'public',
  params: manageParams,
  kind: 'file',
})

export const manageBooking = endpoint('POST /api/bookings/manage/:token', {
  tag,
  summary: 'Confirms, reschedules or cancels; a link used again answers the state it finds',
  access: 'public',
  params: manageParams,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('reschedule'), scheduledDate: bookingFields.shape.scheduledDate }),
    z.object({ action: z.literal('cancel') }),
    z.object({ action: z.literal('confirm') }),
  ]),
  returns: managedBooking,
  idempotent: true,
  limit: { requests: 30, minutes: 10 },
})

export const manageBookingPage = endpoint('GET /booking/manage/:token', {
  tag,
  summary: 'The page on which a booking is confirmed, rescheduled or cancelled',
  access: 'public',
  params: manageParams,
  kind: 'file',
})
