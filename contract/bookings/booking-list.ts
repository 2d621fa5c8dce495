import { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { booking, bookingStatuses } from './bookings.ts'

export const listBookings = endpoint('GET /api/bookings', {
  tag: 'Bookings',
  summary: 'Bookings with filters; by start, the next first, unless sorted otherwise',
  access: 'admin_area.read',
  query: pageQuery.extend({
    status: z.enum([...bookingStatuses, 'not_cancelled']).optional(),
    bdmId: id.optional(),
    brokerId: id.optional(),
    /** Only meetings that are over and neither held nor missed yet. */
    unanswered: z.literal('true').optional(),
    /** Sydney days of the meeting, both included. */
    from: givenDay().optional(),
    to: givenDay().optional(),
    /** Sydney days on which it was booked, both included. */
    bookedFrom: givenDay().optional(),
    bookedTo: givenDay().optional(),
    /** The campaign that led to it: of its call, or of the microsite that was visited before. */
    campaignId: id.optional(),
    /** Where the broker was when it was booked. */
    region: z.enum(regions).optional(),
    /** Meetings of test calls are listed unless left out. */
    test: z.enum(['true', 'false']).default('true'),
    sort: z
      .string()
      .regex(/^-?(scheduledDate|createdAt)$/, 'Sort by scheduledDate or createdAt')
      .default('-createdAt'),
  }),
  returns: z.array(booking),
})
