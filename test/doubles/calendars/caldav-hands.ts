// The hands of a person in a CalDAV calendar, by its objects.

import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import type { CaldavDouble } from '../caldav-double.ts'
import type { NewItem, PersonCalendar, Time } from './person-calendar.ts'

const HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Calendar//EN']
const DAY_MS = 86_400_000
const utc = (at: Date): string => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
const participation = { accepted: 'ACCEPTED', declined: 'DECLINED', tentative: 'TENTATIVE' } as const

/** @param email by which entries name the person among the people invited */
export function caldavHands(
  { objects, put, remove, calendarUrl }: CaldavDouble,
  email: string,
): { hands: PersonCalendar['hands']; present(): { id: string; from: Date; to: Date; title: string }[] } {
  const nameOf = (id: string): string => decodeURIComponent(id.slice(calendarUrl.length))
  const read = (name: string): ICAL.Component => new ICAL.Component(ICAL.parse(objects.get(name)?.ics ?? ''))
  const first = (calendar: ICAL.Component): ICAL.Component => {
    const event = calendar.getFirstSubcomponent('vevent')
    if (!event) throw new Error('the object has no event')
    return event
  }

  function add({ from, to, ...rest }: NewItem, more: readonly string[] = []): string {
    const name = `${randomUUID()}.ics`
    const { title = 'Something private', isAllDay, shows, answer, isCancelled } = rest
    const status = isCancelled ? 'CANCELLED' : shows === 'tentative' ? 'TENTATIVE' : 'CONFIRMED'
    const lines = [
      ...HEAD,
      ...['BEGIN:VEVENT', `UID:${name}`, 'DTSTAMP:20261101T000000Z', `SUMMARY:${title}`, `STATUS:${status}`],
      ...timeLines({ from, to }, isAllDay ?? false),
      ...(shows === 'free' ? ['TRANSP:TRANSPARENT'] : []),
      ...(answer && answer !== 'none' ? [`ATTENDEE;PARTSTAT=${participation[answer]}:mailto:${email}`] : []),
      ...more,
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ]
    put(name, lines.join('\r\n'))
    return calendarUrl + encodeURIComponent(name)
  }

  function change(id: string, edit: (event: ICAL.Component, calendar: ICAL.Component) => void): void {
    const calendar = read(nameOf(id))
    edit(first(calendar), calendar)
    put(nameOf(id), calendar.toString())
  }

  function setTime(event: ICAL.Component, time: Time, isAllDay = false): void {
    for (const name of ['dtstart', 'dtend', 'duration']) event.removeAllProperties(name)
    for (const line of timeLines(time, isAllDay)) event.addProperty(ICAL.Property.fromString(line))
  }

  return {
    hands: {
      add: (entry) => add(entry),
      addSeries: (entry, { everyDays, count }) =>
        add(entry, [`RRULE:FREQ=DAILY;INTERVAL=${everyDays};COUNT=${count}`]),
      move: (id, time) => change(id, (event) => setTime(event, time)),
      moveOccurrence(id, index, time) {
        change(id, (event, calendar) => {
          const rule = event.getFirstPropertyValue('rrule')
          const interval = rule instanceof ICAL.Recur ? rule.interval : 1
          const start = new ICAL.Event(event).startDate.toJSDate()
          const at = utc(new Date(start.getTime() + index * interval * DAY_MS))
          if (time === 'gone') return void event.addProperty(ICAL.Property.fromString(`EXDATE:${at}`))
          const changed = new ICAL.Component(['vevent', [], []])
          const uid = String(event.getFirstPropertyValue('uid'))
          for (const line of [`UID:${uid}`, 'DTSTAMP:20261101T000000Z', `RECURRENCE-ID:${at}`])
            changed.addProperty(ICAL.Property.fromString(line))
          setTime(changed, time)
          calendar.addSubcomponent(changed)
        })
      },
      edit(id, { title, shows }) {
        change(id, (event) => {
          if (title !== undefined) event.updatePropertyWithValue('summary', title)
          if (shows) event.updatePropertyWithValue('transp', shows === 'free' ? 'TRANSPARENT' : 'OPAQUE')
        })
      },
      remove: (id) => void remove(nameOf(id)),
      repeat(id, { everyDays, count }) {
        const rule = `RRULE:FREQ=DAILY;INTERVAL=${everyDays};COUNT=${count}`
        change(id, (event) => void event.addProperty(ICAL.Property.fromString(rule)))
      },
      fillDays: (id, time) => change(id, (event) => setTime(event, time, true)),
      copy(id, time) {
        const title = String(first(read(nameOf(id))).getFirstPropertyValue('summary'))
        return add({ ...time, title })
      },
    },
    present: () =>
      [...objects.keys()].map((name) => {
        const { startDate, endDate, summary } = new ICAL.Event(first(read(name)))
        const id = calendarUrl + encodeURIComponent(name)
        return { id, from: startDate.toJSDate(), to: endDate.toJSDate(), title: summary }
      }),
  }
}

function timeLines({ from, to }: Time, isAllDay: boolean): string[] {
  const line = (name: string, at: Date): string =>
    isAllDay ? `${name};VALUE=DATE:${utc(at).slice(0, 8)}` : `${name}:${utc(at)}`
  return [line('DTSTART', from), line('DTEND', to)]
}
