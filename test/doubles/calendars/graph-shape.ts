// Events in the form of Microsoft Graph.

import type { Answer } from '../double.ts'
import type { Item, NewItem, Occurrence, Time } from './person-calendar.ts'

export const PROPERTY = 'String {7c1b8f4e-5d0a-4f39-9b61-2e8d3a6c04f7} Name BrokerlineMeeting'

export const etagOf = (version: number): string =>
  `W/"${Buffer.from(`change-${version}`).toString('base64')}"`

export const graphError = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message, innerError: { date: '2026-11-30T00:00:00', 'request-id': 'played' } } },
})

export const notFound = (): Answer =>
  graphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')

/** '2026-12-09T20:30:00.0000000', of the zone UTC */
const graphTime = (at: Date) => ({
  dateTime: at.toISOString().replace(/\.(\d{3})Z$/, '.$10000'),
  timeZone: 'UTC',
})

/** Whole days are midnights without a zone, whatever zone was requested. */
const timesOf = ({ from, to }: Time) => ({ start: graphTime(from), end: graphTime(to) })

const answers = {
  none: 'none',
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentativelyAccepted',
} as const

export type GraphItem = Record<string, unknown> & { id: string }

export function eventOf(item: Item, { zone }: { zone: string }): GraphItem {
  return {
    '@odata.etag': etagOf(item.version),
    id: item.id,
    subject: item.title,
    type: item.series ? 'seriesMaster' : 'singleInstance',
    seriesMasterId: null,
    isCancelled: item.isCancelled,
    isAllDay: item.isAllDay,
    showAs: item.shows,
    responseStatus: { response: answers[item.answer], time: '0001-01-01T00:00:00Z' },
    originalStartTimeZone: zone,
    transactionId: item.own.transactionId || null,
    attendees: [{ emailAddress: { name: 'Somebody else', address: 'somebody@example.com' } }],
    body: { contentType: 'text', content: 'Private words' },
    onlineMeeting: item.link ? { joinUrl: item.link } : null,
    ...timesOf(item.time),
  }
}

export const occurrenceId = ({ item, index }: Occurrence): string =>
  index === null ? item.id : `${item.id}.${index}`

/** As the delta returns it: an unchanged occurrence has few properties, an exception all of them. */
export function occurrenceOf(occurrence: Occurrence, settings: { zone: string }): GraphItem {
  const { item, index, time, isException, version } = occurrence
  if (index === null) return eventOf(item, settings)
  const some = {
    '@odata.etag': etagOf(version),
    id: occurrenceId(occurrence),
    seriesMasterId: item.id,
    type: isException ? 'exception' : 'occurrence',
    ...timesOf(time),
  }
  return isException ? { ...eventOf(item, settings), ...some } : some
}

/** The fields of a request's body; a text says what is wrong. */
export function itemFields(body: Record<string, unknown>): NewItem | string {
  const { subject, start, end, singleValueExtendedProperties: properties } = body
  const [from, to] = [start, end].map(timeOf)
  if (!from || !to) return 'start and end are required, in UTC'
  if (typeof subject !== 'string') return 'subject is required'
  const own: Record<string, string> = {}
  if (properties !== undefined) {
    const [property] = properties as { id?: unknown; value?: unknown }[] // checked in the next line
    if (property?.id !== PROPERTY || typeof property.value !== 'string')
      return 'the extended property is not valid'
    own.property = property.value
  }
  return { from, to, title: subject, own }
}

function timeOf(value: unknown): Date | null {
  const { dateTime, timeZone } = (value ?? {}) as { dateTime?: unknown; timeZone?: unknown } // checked in the next line
  if (typeof dateTime !== 'string' || timeZone !== 'UTC' || dateTime.endsWith('Z')) return null
  const at = new Date(`${dateTime}Z`)
  return Number.isNaN(+at) ? null : at
}
