import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const tag = 'Bookings'
const manageParams = z.object({ token: z.string().max(500) })

/** Added to the address of the page that manages a booking. */
export const CALENDAR_FILE = 'meeting.ics'

export const meetingFile = endpoint('GET /booking/manage/:token/meeting.ics', {
  tag,
  summary: 'The meeting behind the signed link, as a calendar file; 404 unless it is booked and not over',
  access: 'public',
  params: manageParams,
  kind: 'file',
})

export const bookingPage = endpoint('GET /booking', {
  tag,
  summary: 'The page Book a Meeting with BDM',
  access: 'public',
  // lenient: a wrong parameter in a link must not keep the visitor from the page
  query: z.object({ broker: z.unknown().optional(), key: z.unknown().optional() }).loose(),
  kind: 'file',
})

export const manageBookingPage = endpoint('GET /booking/manage/:token', {
  tag,
  summary: 'The page on which a booking is confirmed, rescheduled or cancelled',
  access: 'public',
  params: manageParams,
  kind: 'file',
})
