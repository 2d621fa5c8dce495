import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams } from '#contract/ids.ts'
import { text } from '#contract/text-fields.ts'
import { bdm } from './bdms.ts'
import { calendarServices } from './calendar-services.ts'

const tag = 'Bookings'

/** The path of announced changes, before the name of the service. */
export const CALENDAR_ANNOUNCEMENTS = '/api/calendars/notifications'
const MAX_ANNOUNCEMENT_BYTES = 256 * 1024

export const calendarAccess = z.object({
  /** Of the server or of the calendar; a name without https:// is completed. */
  address: text(1000).min(1, 'Enter the address of the calendar server'),
  user: text(320).min(1, 'Enter the user name'),
  password: z.string().min(1, 'Enter the password').max(1000),
})

export const availableCalendars = endpoint('GET /api/calendar-services', {
  tag,
  summary: 'Calendar services that BDMs can connect in this installation',
  access: 'admin_area.read',
  returns: z.array(z.enum(calendarServices)),
})

export const listCalendars = endpoint('POST /api/bdms/:id/calendar-connection/calendars', {
  tag,
  summary: 'The calendars that a user name and password open on a CalDAV server',
  access: 'own_calendar.write',
  params: idParams,
  body: calendarAccess,
  returns: z.array(z.object({ id: z.string(), name: z.string() })),
  limit: { requests: 30, minutes: 10 },
})

export const connectCalendar = endpoint('POST /api/bdms/:id/calendar-connection', {
  tag,
  summary: 'Connects a calendar of a CalDAV server: its busy times are read, meetings are written into it',
  access: 'own_calendar.write',
  params: idParams,
  body: calendarAccess.extend({ calendarId: text(2000).min(1, 'Choose a calendar') }),
  returns: bdm,
  status: 201,
  limit: { requests: 30, minutes: 10 },
})

export const disconnectCalendar = endpoint('DELETE /api/bdms/:id/calendar-connection', {
  tag,
  summary:
    'Disconnects the calendar: entries of coming meetings are removed from it, and the permission is withdrawn where the service offers it',
  access: 'own_calendar.write',
  params: idParams,
  returns: bdm,
})

export const calendarAnnouncement = endpoint(`POST ${CALENDAR_ANNOUNCEMENTS}/:service`, {
  tag,
  summary: 'Announcements of changes by a calendar service, proven by the token that it was given',
  access: 'public',
  params: z.object({ service: z.enum(calendarServices) }),
  query: z.object({ validationToken: z.string().max(2000).optional() }),
  raw: { bytes: MAX_ANNOUNCEMENT_BYTES },
  kind: 'file',
  otherStatuses: [202],
})
