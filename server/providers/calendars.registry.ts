import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import { createCaldav } from './calendars/caldav.ts'
import type { CalendarProviders } from './ports/calendars.ts'

/** The calendar services of this installation. */
export function openCalendars(config: Config, log: Log): CalendarProviders {
  const { demo, calendarHosts: hosts, privateHosts } = config
  return {
    caldav: createCaldav({ allowPrivate: demo, privateHosts, hosts, log }),
    microsoft: null,
    google: null,
  }
}
