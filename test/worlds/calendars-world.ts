import type { CalendarAccess } from '#server/providers/ports/calendars.ts'
import type { CaldavDouble } from '../doubles/caldav-double.ts'
import type { TestApp } from '../test-app.ts'

const ZONE = 'Australia/Sydney'
const stamp = (at: Date): string => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
const localStamp = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(ZONE)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replaceAll(/[-:]/g, '')

interface EventOptions {
  lines?: readonly string[]
  /** Repeated at the same time in Sydney, without an end. */
  weekly?: boolean
}

/** An object of a calendar as another program writes it. */
export function eventIcs(
  uid: string,
  start: Date,
  end: Date,
  { lines = [], weekly = false }: EventOptions = {},
): string {
  const at = (name: string, time: Date): string =>
    weekly ? `${name};TZID=${ZONE}:${localStamp(time)}` : `${name}:${stamp(time)}`
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Calendar//EN', 'BEGIN:VEVENT'],
    ...[`UID:${uid}`, `DTSTAMP:${stamp(start)}`, at('DTSTART', start), at('DTEND', end), 'SUMMARY:Private'],
    ...[...(weekly ? ['RRULE:FREQ=WEEKLY'] : []), ...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
}

/** The first event of an object. */
export function readEvent(ics: string): { uid: string; summary: string; start: Date; end: Date } {
  // a zone before it has starts of its own
  const unfolded = ics.slice(ics.indexOf('BEGIN:VEVENT')).replaceAll(/\r?\n[ \t]/g, '')
  const lineOf = (name: string): { zone: string | undefined; value: string } => {
    const [, zone, value = ''] =
      new RegExp(`^${name}(?:;TZID=([^:;]+))?:(.*?)\\r?$`, 'm').exec(unfolded) ?? []
    return { zone, value }
  }
  const timeOf = (name: string): Date => {
    const { zone = 'UTC', value } = lineOf(name)
    const plain = value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, '$1-$2-$3T$4:$5:$6')
    return new Date(Temporal.PlainDateTime.from(plain).toZonedDateTime(zone).epochMilliseconds)
  }
  return {
    ...{ uid: lineOf('UID').value, summary: lineOf('SUMMARY').value },
    ...{ start: timeOf('DTSTART'), end: timeOf('DTEND') },
  }
}

/** Moves an object's event as the person does in their own program. */
export function movedIcs(ics: string, start: Date, end: Date): string {
  return ics
    .replace(/^DTSTART:.*$/m, `DTSTART:${stamp(start)}\r`)
    .replace(/^DTEND:.*$/m, `DTEND:${stamp(end)}\r`)
}

export const accessOf = ({ url, user, password }: CaldavDouble): CalendarAccess => ({
  address: url,
  user,
  password,
})

/** What the outbox holds: recipient, template and whether a calendar entry is attached. */
export async function mailsOf(
  app: TestApp,
): Promise<{ to: string; template: string | null; invites: boolean }[]> {
  const rows = await app.connection.db
    .selectFrom('messages')
    .select(['recipient', 'template', 'invitation'])
    .where('channel', '=', 'email')
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .execute()
  return rows.map(({ recipient, template, invitation }) => ({
    to: recipient,
    template,
    invites: invitation !== null,
  }))
}
