import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'

const tag = 'Broker portal'

export const ownBooking = z.object({
  id: z.number(),
  scheduledDate: instant,
  endsAt: instant,
  meetingType: z.string(),
  attendees: z.number(),
  agenda: z.string().nullable(),
  status: z.string(),
  bdmName: z.string(),
  videoLink: z.string().nullable(),
  /** Of the broker; null where it is missing. */
  zone: z.string().nullable(),
  /** Link to the page to reschedule or cancel; null when neither is possible. */
  manageUrl: z.string().nullable(),
})
export type OwnBooking = z.infer<typeof ownBooking>

export const listOwnBookings = endpoint('GET /api/broker/bookings', {
  tag,
  summary: 'Your own meetings: upcoming ones first, soonest first, then past ones',
  access: 'broker',
  query: pageQuery,
  returns: z.array(ownBooking),
})

export const ownMessage = z.object({
  /** Unique within its channel. */
  id: z.number(),
  channel: z.enum(['call', 'sms', 'email']),
  /** Null for an SMS. */
  subject: z.string().nullable(),
  /** Plain text. */
  body: z.string(),
  /** Verification code of a call or SMS, for the page /verify; null for an email. */
  code: z.string().nullable(),
  status: z.string(),
  /** When the call began or the message was sent. */
  createdAt: instant,
})
export type OwnMessage = z.infer<typeof ownMessage>

export const listOwnMessages = endpoint('GET /api/broker/messages', {
  tag,
  summary:
    'Calls to the broker and messages that were sent, newest first; links that sign in or set a password are left out',
  access: 'broker',
  query: pageQuery,
  returns: z.array(ownMessage),
})
