import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import { createCaldav } from './calendars/caldav.ts'
import type { CalendarConsents } from './ports/calendar-consent.ts'
import type { CalendarProviders } from './ports/calendars.ts'

/** The calendar services of this installation. The libraries of services that it is not set up for are not loaded. */
export async function openCalendars(
  config: Config,
  log: Log,
): Promise<{ calendars: CalendarProviders; calendarConsents: CalendarConsents }> {
  const { demo, calendarHosts: hosts, privateHosts, calendars } = config
  const microsoft =
    calendars.microsoft &&
    (await import('./calendars/microsoft/calendars.ts')).createMicrosoftCalendars(calendars.microsoft, log)
  const google =
    calendars.google &&
    (await import('./calendars/google/calendars.ts')).createGoogleCalendars(calendars.google, log)
  return {
    calendars: {
      caldav: createCaldav({ allowPrivate: demo, privateHosts, hosts, log }),
      microsoft: microsoft?.calendars ?? null,
      google: google?.calendars ?? null,
    },
    calendarConsents: { microsoft: microsoft?.consent ?? null, google: google?.consent ?? null },
  }
}
