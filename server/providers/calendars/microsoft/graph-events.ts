import { z } from 'zod'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { ianaName } from '#server/input/calendars/ics-zones.ts'
import type { CalendarSpan } from '../../ports/calendars.ts'
import type { ReadEntry } from '../windows.ts'

const graphTime = z.object({ dateTime: z.string().max(40), timeZone: z.string().max(200) })

/** An event as Graph's delta returns it: an occurrence of a series has times and the id of its master only. */
export const graphEvent = z.object({
  id: z.string().min(1).max(2000),
  '@odata.etag': z.string().max(500).optional(),
  '@removed': z.object({}).optional(),
  type: z.enum(['singleInstance', 'occurrence', 'exception', 'seriesMaster']).nullish(),
  seriesMasterId: z.string().max(2000).nullish(),
  isCancelled: z.boolean().nullish(),
  isAllDay: z.boolean().nullish(),
  showAs: z.string().max(40).nullish(),
  responseStatus: z.object({ response: z.string().max(40).nullish() }).nullish(),
  originalStartTimeZone: z.string().max(200).nullish(),
  transactionId: z.string().max(500).nullish(),
  start: graphTime.nullish(),
  end: graphTime.nullish(),
})
export type GraphEvent = z.infer<typeof graphEvent>

/** What a written event is read for. */
export const writtenEvent = z.object({
  id: z.string().min(1).max(2000),
  '@odata.etag': z.string().max(500),
  onlineMeeting: z.object({ joinUrl: z.string().max(2000).nullish() }).nullish(),
})

/** The property by which an event of ours is found; the namespace is this product's own. */
export const MEETING_PROPERTY = 'String {7c1b8f4e-5d0a-4f39-9b61-2e8d3a6c04f7} Name BrokerlineMeeting'
const TRANSACTION = /^brokerline(?:~[\w-]+)?:(?<uid>.+)$/s

/**
 * Graph creates no second event with the same transaction id, and returns it in each delta. An id that was used is refused, even
 * after its event was deleted. @param again tells it from the ids of deleted events
 */
export const transactionIdOf = (uid: string, again?: string): string =>
  `brokerline${again === undefined ? '' : `~${again}`}:${uid}`

export const uidOf = (transactionId: string | null | undefined): string | null =>
  TRANSACTION.exec(transactionId ?? '')?.groups?.uid ?? null

export interface BusyOptions {
  tentativeIsBusy: boolean
}

/** @param master of the series, whose properties an occurrence does not repeat @throws RangeError */
export function readEvent(event: GraphEvent, master: GraphEvent | null, options: BusyOptions): ReadEntry {
  const own = <K extends keyof GraphEvent>(name: K): GraphEvent[K] | undefined =>
    event[name] ?? master?.[name]
  return {
    id: event.id,
    etag: event['@odata.etag'] ?? '',
    // an occurrence of an entry that the person made a series repeats its transaction id
    meetingUid: event.seriesMasterId ? null : uidOf(event.transactionId),
    spans: [timeOf(event, { isAllDay: own('isAllDay') ?? false, zone: own('originalStartTimeZone') })],
    isFree: !isBusy(
      {
        isCancelled: own('isCancelled') ?? false,
        showAs: own('showAs') ?? 'busy',
        response: own('responseStatus')?.response ?? 'none',
      },
      options,
    ),
  }
}

const FREE = new Set(['free', 'workingElsewhere'])

function isBusy(
  { isCancelled, showAs, response }: { isCancelled: boolean; showAs: string; response: string },
  { tentativeIsBusy }: BusyOptions,
): boolean {
  if (isCancelled || FREE.has(showAs) || response === 'declined') return false
  return tentativeIsBusy || !(showAs === 'tentative' || response === 'tentativelyAccepted')
}

function timeOf(
  { start, end }: GraphEvent,
  { isAllDay, zone }: { isAllDay: boolean; zone: string | null | undefined },
): CalendarSpan {
  if (!start || !end) throw new RangeError('it has no time')
  const from = Temporal.PlainDateTime.from(start.dateTime)
  const to = Temporal.PlainDateTime.from(end.dateTime)
  // whole days are sent as midnights without a zone, whatever zone was requested
  const isFloating =
    isAllDay && [from, to].every((time) => time.toPlainTime().equals(Temporal.PlainTime.from('00:00')))
  const dayZone = ianaName(zone ?? '') ?? BOOKING_ZONE
  const instant = (time: Temporal.PlainDateTime, name: string): Date =>
    new Date(time.toZonedDateTime(isFloating ? dayZone : zoneNamed(name)).epochMilliseconds)
  const span = { from: instant(from, start.timeZone), to: instant(to, end.timeZone) }
  if (span.to < span.from) throw new RangeError('it ends before it starts')
  return span
}

function zoneNamed(name: string): string {
  const zone = ianaName(name)
  if (!zone) throw new RangeError('its time zone is unknown')
  return zone
}
