import ICAL from 'ical.js'
import type { CalendarAccess } from '#server/providers/ports/calendars.ts'
import type { CaldavDouble } from '../doubles/caldav-double.ts'
import type { TestApp } from '../test-app.ts'

const stamp = (at: Date): string => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`

/** An object of a calendar as another program writes it. @param more lines, e.g. an RRULE */
export const eventIcs = (uid: string, start: Date, end: Date, more: readonly string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Calendar//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(start)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    'SUMMARY:Private',
    ...more,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** The first event of an object. */
export function readEvent(ics: string): {
  uid: string
  summary: string
  description: string
  start: Date
  end: Date
} {
  const event = new ICAL.Event(
    new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent') ?? undefined,
  )
  return {
    ...{ uid: event.uid, summary: event.summary, description: event.description },
    ...{ start: event.startDate.toJSDate(), end: event.endDate.toJSDate() },
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
