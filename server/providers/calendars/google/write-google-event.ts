import { createHash, randomUUID } from 'node:crypto'
import type { calendar_v3 } from '@googleapis/calendar'
import { z } from 'zod'
import type { CalendarLink, CalendarMeeting, KeptEntry, WrittenEntry } from '../../ports/calendars.ts'
import { askGoogle, GoogleAnswer, type GoogleParts, googleFaults } from './ask-google.ts'
import { eventIdOf, MEETING_PROPERTY } from './google-events.ts'

const writtenEvent = z.object({
  id: z.string().min(1).max(1100),
  etag: z.string().max(200),
  status: z.string().optional(),
  hangoutLink: z.string().max(2000).optional(),
})
const FIELDS = 'id,etag,status,hangoutLink'

export async function putGoogleMeeting(
  parts: GoogleParts,
  link: CalendarLink,
  meeting: CalendarMeeting,
  kept: KeptEntry | null,
): Promise<WrittenEntry> {
  if (kept) {
    const event = await update(parts, link, meeting, kept)
    if (!event) throw googleFaults.changed()
    return written(event)
  }
  const id = eventIdOf(meeting.uid)
  const event = (await insert(parts, link, meeting, id)) ?? (await write(parts, link, meeting, id))
  if (event) return written(event)
  // it was deleted, and its id cannot be used again; the answer to another one may have been lost
  const existing = await findGoogleEvent(parts, link, meeting.uid)
  const other =
    (existing && (await write(parts, link, meeting, existing))) ??
    (await insert(parts, link, meeting, eventIdOf(meeting.uid, randomUUID().replaceAll('-', ''))))
  if (!other) throw googleFaults.strange()
  return written(other)
}

/** Writes over an event, also a deleted one. @returns null: it stays deleted */
async function write(
  parts: GoogleParts,
  link: CalendarLink,
  meeting: CalendarMeeting,
  id: string,
): Promise<Written | null> {
  const event = await update(parts, link, meeting, { id, etag: null })
  return event?.status === 'cancelled' ? null : event
}

/** The id of a meeting's event. */
export async function findGoogleEvent(
  parts: GoogleParts,
  link: CalendarLink,
  uid: string,
): Promise<string | null> {
  const list = z.object({ items: z.array(z.object({ id: z.string() })).optional() })
  const { calendarId } = link
  const privateExtendedProperty = [`${MEETING_PROPERTY}=${uid}`]
  try {
    const { items = [] } = await askGoogle(parts, link, list, (api, options) =>
      api.events.list({ calendarId, privateExtendedProperty, fields: 'items/id' }, options),
    )
    // a copy made by hand has the property too
    return items.find(({ id }) => id.startsWith(eventIdOf(uid)))?.id ?? null
  } catch (error) {
    throw error instanceof GoogleAnswer ? googleFaults.refused(error.reason) : error
  }
}

export async function removeGoogleMeeting(
  parts: GoogleParts,
  link: CalendarLink,
  { id, etag }: KeptEntry,
): Promise<void> {
  try {
    await askGoogle(parts, link, z.unknown(), (api, options) =>
      api.events.delete(
        { calendarId: link.calendarId, eventId: id, sendUpdates: 'none' },
        ifMatch(options, etag),
      ),
    )
  } catch (error) {
    if (!(error instanceof GoogleAnswer)) throw error
    if (error.status === 404 || error.status === 410) return
    throw error.status === 412 ? googleFaults.changed() : googleFaults.refused(error.reason)
  }
}

type Written = z.infer<typeof writtenEvent>

/** @returns null: there is an event with this id, or was one */
async function insert(
  parts: GoogleParts,
  link: CalendarLink,
  meeting: CalendarMeeting,
  id: string,
): Promise<Written | null> {
  try {
    return await withMeet(meeting, (event) =>
      askGoogle(parts, link, writtenEvent, (api, options) =>
        api.events.insert({ ...parametersFor(link), requestBody: { ...event, id } }, options),
      ),
    )
  } catch (error) {
    if (!(error instanceof GoogleAnswer)) throw error
    if (error.status === 409) return null
    throw error.status === 404 ? googleFaults.revoked() : googleFaults.refused(error.reason)
  }
}

/** @returns null: it is another version, or gone */
async function update(
  parts: GoogleParts,
  link: CalendarLink,
  meeting: CalendarMeeting,
  { id, etag }: { id: string; etag: string | null },
): Promise<Written | null> {
  try {
    return await withMeet(meeting, (event) =>
      askGoogle(parts, link, writtenEvent, (api, options) =>
        api.events.patch(
          { ...parametersFor(link), eventId: id, requestBody: event },
          etag === null ? options : ifMatch(options, etag),
        ),
      ),
    )
  } catch (error) {
    if (!(error instanceof GoogleAnswer)) throw error
    // an event that was deleted may refuse to be written again
    const isGone = [404, 409, 410, 412].includes(error.status) || (error.status === 403 && etag === null)
    if (!isGone) throw googleFaults.refused(error.reason)
    return null
  }
}

/** Requests a link of Meet where the meeting has none; an account that may not make one gets an entry without. */
async function withMeet(
  meeting: CalendarMeeting,
  send: (event: calendar_v3.Schema$Event) => Promise<Written>,
): Promise<Written> {
  const event = eventOf(meeting)
  try {
    return await send(event)
  } catch (error) {
    const isRefused = error instanceof GoogleAnswer && error.status === 400 && meeting.videoLink === null
    if (!isRefused) throw error
    const { conferenceData: _meet, ...plain } = event
    return send(plain)
  }
}

const parametersFor = ({ calendarId }: CalendarLink) =>
  ({ calendarId, conferenceDataVersion: 1, sendUpdates: 'none', fields: FIELDS }) as const

const ifMatch = <T extends { headers?: Record<string, string> }>(options: T, etag: string): T => ({
  ...options,
  headers: { ...options.headers, 'if-match': etag },
})

function eventOf({
  uid,
  title,
  description,
  start,
  end,
  videoLink,
}: CalendarMeeting): calendar_v3.Schema$Event {
  return {
    status: 'confirmed',
    transparency: 'opaque',
    summary: title,
    description,
    // the person may have made another shape of the entry
    start: { dateTime: start.toISOString(), date: null, timeZone: null },
    end: { dateTime: end.toISOString(), date: null, timeZone: null },
    recurrence: [],
    extendedProperties: { private: { [MEETING_PROPERTY]: uid } },
    // Google ignores a request for a conference whose id it has seen, so that each version may repeat it
    ...(videoLink === null
      ? {
          conferenceData: {
            createRequest: { requestId: requestIdOf(uid), conferenceSolutionKey: { type: 'hangoutsMeet' } },
          },
        }
      : { location: videoLink, conferenceData: null as unknown as undefined }), // null takes a conference away; its type lacks null
  }
}

const requestIdOf = (uid: string): string => createHash('sha256').update(uid).digest('hex').slice(0, 40)

const written = ({ id, etag, hangoutLink }: Written): WrittenEntry => ({
  id,
  etag,
  videoLink: hangoutLink ?? null,
})
