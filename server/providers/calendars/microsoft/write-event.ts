import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CalendarLink, CalendarMeeting, KeptEntry, WrittenEntry } from '../../ports/calendars.ts'
import { askGraph, GraphAnswer, type GraphParts, microsoftFaults } from './ask-graph.ts'
import { MEETING_PROPERTY, transactionIdOf, uidOf, writtenEvent } from './graph-events.ts'

export async function putMeeting(
  parts: GraphParts,
  link: CalendarLink,
  meeting: CalendarMeeting,
  kept: KeptEntry | null,
): Promise<WrittenEntry> {
  if (kept) return orChanged(update(parts, link, meeting, kept))
  // the answer to an earlier write may have been lost; the second id is for a meeting whose entry was deleted
  for (const transactionId of [transactionIdOf(meeting.uid), transactionIdOf(meeting.uid, randomUUID())]) {
    const existing = await findEvent(parts, link, meeting.uid)
    if (existing) return orChanged(update(parts, link, meeting, { id: existing, etag: null }))
    const created = await create(parts, link, meeting, transactionId)
    if (created) return created
  }
  throw microsoftFaults.strange()
}

export async function removeMeeting(
  parts: GraphParts,
  link: CalendarLink,
  { id, etag }: KeptEntry,
): Promise<void> {
  try {
    await askGraph(parts, link, z.unknown(), (api) => api(pathOf(id)).header('If-Match', etag).delete())
  } catch (error) {
    if (!(error instanceof GraphAnswer)) throw error
    if (error.status === 404 || error.status === 410) return
    throw error.status === 412 ? microsoftFaults.changed() : microsoftFaults.refused(error.code)
  }
}

const DUPLICATE = 'ErrorDuplicateTransactionId'
const pathOf = (id: string): string => `/me/events/${encodeURIComponent(id)}`

/** @returns null: the transaction id was used before */
async function create(
  parts: GraphParts,
  link: CalendarLink,
  meeting: CalendarMeeting,
  transactionId: string,
): Promise<WrittenEntry | null> {
  const event = {
    ...fieldsOf(meeting),
    ...bodyOf(meeting),
    transactionId,
    singleValueExtendedProperties: [{ id: MEETING_PROPERTY, value: meeting.uid }],
  }
  try {
    return await withTeams(meeting, (teams) =>
      askGraph(parts, link, writtenEvent, (api) => api('/me/events').post({ ...event, ...teams })),
    )
  } catch (error) {
    if (!(error instanceof GraphAnswer)) throw error
    if (error.code === DUPLICATE) return null
    throw error.status === 404 ? microsoftFaults.revoked() : microsoftFaults.refused(error.code)
  }
}

/** The id of a meeting's event. */
export async function findEvent(parts: GraphParts, link: CalendarLink, uid: string): Promise<string | null> {
  const quoted = uid.replaceAll("'", "''")
  const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${MEETING_PROPERTY}' and ep/value eq '${quoted}')`
  const found = z.object({
    value: z.array(z.object({ id: z.string(), transactionId: z.string().nullish() })),
  })
  try {
    const { value } = await askGraph(parts, link, found, (api) =>
      api(`/me/events?$filter=${encodeURIComponent(filter)}&$select=id,transactionId&$top=20`).get(),
    )
    // a copy made by hand may have the property, but not the transaction id
    return value.find(({ transactionId }) => uidOf(transactionId) === uid)?.id ?? null
  } catch (error) {
    if (!(error instanceof GraphAnswer)) throw error
    throw error.status === 404 ? microsoftFaults.revoked() : microsoftFaults.refused(error.code)
  }
}

async function update(
  parts: GraphParts,
  link: CalendarLink,
  meeting: CalendarMeeting,
  { id, etag }: { id: string; etag: string | null },
): Promise<WrittenEntry> {
  // Teams keeps its link in the body: writing a body would end the online meeting
  const event = { ...fieldsOf(meeting), ...(meeting.videoLink !== null && bodyOf(meeting)) }
  return withTeams(meeting, (teams) =>
    askGraph(parts, link, writtenEvent, (api) => {
      const request = api(pathOf(id))
      return (etag === null ? request : request.header('If-Match', etag)).patch({ ...event, ...teams })
    }),
  )
}

const TEAMS = { isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' }

/** Requests a link of Teams where the meeting has none; an account that may not make one gets an entry without. */
async function withTeams(
  { videoLink }: CalendarMeeting,
  write: (teams: object) => Promise<z.infer<typeof writtenEvent>>,
): Promise<WrittenEntry> {
  if (videoLink !== null) return written(await write({}))
  try {
    return written(await write(TEAMS))
  } catch (error) {
    const isRefused = error instanceof GraphAnswer && error.status === 400 && error.code !== DUPLICATE
    if (!isRefused) throw error
    return written(await write({}))
  }
}

const fieldsOf = ({ title, start, end, videoLink }: CalendarMeeting) => ({
  subject: title,
  start: { dateTime: start.toISOString().replace('Z', ''), timeZone: 'UTC' },
  end: { dateTime: end.toISOString().replace('Z', ''), timeZone: 'UTC' },
  showAs: 'busy',
  // the person may have made another shape of the entry
  isAllDay: false,
  recurrence: null,
  ...(videoLink !== null && { location: { displayName: videoLink } }),
})

const bodyOf = ({ description }: CalendarMeeting) => ({ body: { contentType: 'text', content: description } })

function written(event: z.infer<typeof writtenEvent>): WrittenEntry {
  return { id: event.id, etag: event['@odata.etag'], videoLink: event.onlineMeeting?.joinUrl ?? null }
}

async function orChanged(work: Promise<WrittenEntry>): Promise<WrittenEntry> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GraphAnswer)) throw error
    throw error.status === 400 ? microsoftFaults.refused(error.code) : microsoftFaults.changed()
  }
}
