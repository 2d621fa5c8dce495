import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { ianaName } from '#server/input/calendars/ics-zones.ts'
import type { CalendarSpan } from '../../ports/calendars.ts'
import type { ReadEntry } from '../windows.ts'

const googleTime = z.object({
  date: z.iso.date().optional(),
  dateTime: z.iso.datetime({ offset: true }).optional(),
})

export const googleEvent = z.object({
  id: z.string().min(1).max(1100),
  etag: z.string().max(200).optional(),
  status: z.string().max(40).optional(),
  transparency: z.string().max(40).optional(),
  eventType: z.string().max(40).optional(),
  recurringEventId: z.string().max(1100).optional(),
  recurrence: z.array(z.string()).optional(),
  start: googleTime.optional(),
  end: googleTime.optional(),
  /** Of the person alone: `maxAttendees` is 1. */
  attendees: z
    .array(z.object({ self: z.boolean().optional(), responseStatus: z.string().max(40).optional() }))
    .optional(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).optional() }).optional(),
})
export type GoogleEvent = z.infer<typeof googleEvent>

/** The fields that are requested: neither titles nor other people's names leave Google. */
export const EVENT_FIELDS =
  'id,etag,status,transparency,eventType,recurringEventId,recurrence,start,end,attendees(self,responseStatus),extendedProperties/private'

/** The private property of an event that holds the uid of its meeting. */
export const MEETING_PROPERTY = 'brokerlineMeeting'

/**
 * The id of the event of a meeting, in the alphabet that Google allows: a repeated insert is refused.
 * @param again where the id of a deleted event cannot be used again; of the letters a to v and digits
 */
export const eventIdOf = (uid: string, again?: string): string =>
  createHash('sha256').update(uid).digest('hex') + (again === undefined ? '' : `v${again}`)

/** A copy made by hand has the property, but another id. */
export function uidOf(id: string, { extendedProperties }: GoogleEvent): string | null {
  const uid = extendedProperties?.private?.[MEETING_PROPERTY]
  return uid !== undefined && id.split('v')[0] === eventIdOf(uid) ? uid : null
}

/** @param zone of the calendar, for whole days @throws RangeError */
export function readGoogleEvent(
  event: GoogleEvent,
  zone: string,
  options: { tentativeIsBusy: boolean },
): ReadEntry {
  return {
    id: event.id,
    etag: event.etag ?? '',
    meetingUid: uidOf(event.id, event),
    spans: [timeOf(event, zone)],
    isFree: !isBusy(event, options),
  }
}

/** Kinds of entries that only describe a day. */
const NO_TIME = new Set(['workingLocation', 'birthday'])

function isBusy(
  { status, transparency, eventType = 'default', attendees = [] }: GoogleEvent,
  { tentativeIsBusy }: { tentativeIsBusy: boolean },
): boolean {
  const answer = attendees.find(({ self }) => self)?.responseStatus
  if (status === 'cancelled' || transparency === 'transparent') return false
  if (NO_TIME.has(eventType) || answer === 'declined') return false
  return tentativeIsBusy || !(status === 'tentative' || answer === 'tentative')
}

function timeOf({ start, end }: GoogleEvent, zone: string): CalendarSpan {
  const name = ianaName(zone) ?? BOOKING_ZONE
  const instant = (time: z.infer<typeof googleTime> | undefined): Date => {
    if (time?.dateTime) return new Date(time.dateTime)
    if (!time?.date) throw new RangeError('it has no time')
    return new Date(Temporal.PlainDate.from(time.date).toZonedDateTime(name).epochMilliseconds)
  }
  const span = { from: instant(start), to: instant(end) }
  if (span.to < span.from) throw new RangeError('it ends before it starts')
  return span
}
