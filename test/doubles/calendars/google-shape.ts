// Events in the form of the Google Calendar API.

import type { Answer } from '../double.ts'
import type { Item, NewItem, Occurrence, Time } from './person-calendar.ts'

export const PROPERTY = 'brokerlineMeeting'

export const etagOf = (version: number): string => `"${3_500_000_000_000 + version * 2000}"`

export const googleError = (status: number, reason: string, message: string): Answer => ({
  status,
  body: { error: { code: status, message, errors: [{ domain: 'calendar', reason, message }] } },
})

const answers = {
  none: 'needsAction',
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
} as const

const timesOf = ({ isAllDay }: Item, { from, to }: Time) => {
  const time = (at: Date) =>
    isAllDay ? { date: at.toISOString().slice(0, 10) } : { dateTime: at.toISOString() }
  return { start: time(from), end: time(to) }
}

export const instanceId = ({ item, index }: Occurrence): string =>
  index === null ? item.id : `${item.id}_${String(index).padStart(5, '0')}`

export function googleEventOf(item: Item): Record<string, unknown> {
  return instanceOf({ item, index: null, time: item.time, isException: false, version: item.version })
}

export function instanceOf(occurrence: Occurrence): Record<string, unknown> {
  const { item, index, time, version } = occurrence
  if (item.isGone)
    return { kind: 'calendar#event', id: instanceId(occurrence), etag: etagOf(version), status: 'cancelled' }
  const shows = { busy: {}, free: { transparency: 'transparent' }, tentative: {} }[item.shows]
  return {
    kind: 'calendar#event',
    id: instanceId(occurrence),
    etag: etagOf(version),
    status: item.isCancelled ? 'cancelled' : item.shows === 'tentative' ? 'tentative' : 'confirmed',
    summary: item.title,
    description: 'Private words',
    ...shows,
    ...(index !== null && { recurringEventId: item.id }),
    ...(index === null && item.series && { recurrence: ['RRULE:FREQ=DAILY'] }),
    ...(item.answer !== 'none' && {
      attendees: [{ self: true, email: 'mia@lender.example', responseStatus: answers[item.answer] }],
    }),
    ...(item.own.property && { extendedProperties: { private: { [PROPERTY]: item.own.property } } }),
    ...(item.link && { hangoutLink: item.link }),
    ...timesOf(item, time),
  }
}

/** The fields of a request's body; a text says what is wrong. */
export function eventFields(body: Record<string, unknown>): NewItem | string {
  const { summary, start, end, extendedProperties } = body
  const [from, to] = [start, end].map(timeOf)
  if (!from || !to) return 'Missing end time.'
  if (typeof summary !== 'string') return 'summary is required here'
  const properties = (extendedProperties as { private?: Record<string, string> } | undefined)?.private ?? {} // of a request of ours
  const property = properties[PROPERTY]
  return { from, to, title: summary, own: property ? { property } : {} }
}

function timeOf(value: unknown): Date | null {
  const { dateTime } = (value ?? {}) as { dateTime?: unknown } // checked in the next line
  if (typeof dateTime !== 'string' || !/(Z|[+-]\d\d:\d\d)$/.test(dateTime)) return null
  const at = new Date(dateTime)
  return Number.isNaN(+at) ? null : at
}
