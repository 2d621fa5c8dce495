import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/ids.ts'
import { booking } from './bookings.ts'

/** Days that one request for the BDMs' calendars may span. */
export const MAX_CALENDAR_DAYS = 7

export const calendarSlot = z.object({
  start: instant,
  /** Why it is taken; null where it is free. `clock`: it is over, or too soon or too far ahead to be booked. */
  by: z.enum(['meeting', 'leave', 'busy', 'block', 'call', 'clock']).nullable(),
  /** The same in words, such as 'Leave: Annual leave'; null where it is free. */
  reason: z.string().nullable(),
})
export type CalendarSlot = z.infer<typeof calendarSlot>

/** Leave, or a busy time of the BDM's own calendar. */
export const absence = z.object({
  kind: z.enum(['leave', 'busy']),
  from: instant,
  to: instant,
  reason: z.string(),
})
export type Absence = z.infer<typeof absence>

export const bdmCalendar = z.object({
  id: z.number(),
  name: z.string(),
  /** Takes new meetings; one that does not is listed for the meetings it still has. */
  active: z.boolean(),
  slots: z.array(calendarSlot),
  absences: z.array(absence),
  /** Those that are not cancelled. */
  meetings: z.array(booking),
})
export type BdmCalendar = z.infer<typeof bdmCalendar>

export const bdmCalendars = endpoint('GET /api/bookings/calendar', {
  tag: 'Bookings',
  summary: `The calendars of the BDMs from \`from\` to \`to\` (Sydney days, both included, ${MAX_CALENDAR_DAYS} at most): slots, meetings, leave and busy times`,
  access: 'admin_area.read',
  query: z.object({ from: givenDay(), to: givenDay(), bdmId: id.optional() }),
  returns: z.object({
    days: z.array(
      z.object({
        date: z.iso.date(),
        /** Why there are no meetings on it, such as a holiday's name; null on a business day. */
        closed: z.string().nullable(),
      }),
    ),
    bdms: z.array(bdmCalendar),
  }),
})
