import { z } from 'zod'
import { instant } from '#contract/ids.ts'

/** Services of calendars that BDMs connect. */
export const calendarServices = ['caldav', 'microsoft', 'google'] as const
export type CalendarService = (typeof calendarServices)[number]

export const calendarServiceLabels: Record<CalendarService, string> = {
  caldav: 'CalDAV',
  microsoft: 'Microsoft 365',
  google: 'Google Calendar',
}

/** The calendar that a BDM has connected. */
export const connectedCalendar = z.object({
  service: z.enum(calendarServices),
  /** Account and calendar, by which the person recognises them. */
  label: z.string(),
  /** failing: for a day, still tried; revoked: it must be connected again. */
  state: z.enum(['connected', 'failing', 'revoked']),
  connectedAt: instant,
  /** null: not yet. */
  readAt: instant.nullable(),
  /** Why it cannot be read or written at present, a sentence. */
  error: z.string().nullable(),
  failingSince: instant.nullable(),
})
export type ConnectedCalendar = z.infer<typeof connectedCalendar>
