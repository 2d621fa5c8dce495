import { z } from 'zod'
import type { Log } from '#server/platform/log.ts'
import type { CalendarChanges, CalendarEntry, CalendarLink, CalendarSpan } from '../../ports/calendars.ts'
import { changesWithin, cursorOf, type ReadEntry, tokenFor } from '../windows.ts'
import { askGoogle, GoogleAnswer, type GoogleParts, googleFaults } from './ask-google.ts'
import { EVENT_FIELDS, type GoogleEvent, googleEvent, readGoogleEvent, uidOf } from './google-events.ts'

const PAGE = 250
/** A calendar has some hundred entries in the months of a window. */
const YEAR_MS = 366 * 86_400_000
const MAX_PAGES = 120

const page = z.object({
  items: z.array(z.unknown()).optional(),
  timeZone: z.string().max(200).optional(),
  nextPageToken: z.string().max(20_000).optional(),
  nextSyncToken: z.string().max(20_000).optional(),
})

interface Reading {
  parts: GoogleParts & { log: Log }
  link: CalendarLink
}

interface Options {
  cursor: string | null
  window: CalendarSpan
  tentativeIsBusy: boolean
}

export async function readEvents(
  parts: Reading['parts'],
  link: CalendarLink,
  options: Options,
): Promise<CalendarChanges> {
  const { cursor, window } = options
  const reading: Reading = { parts, link }
  const known = tokenFor(cursor, window)
  // changes of a series are not limited to the window: where there are too many, the window is read
  const round = known && (await readRound(reading, { syncToken: known.token }))
  if (round && round !== 'endless')
    return changesOf(reading, options, { ...round, isWhole: false, made: known.made })
  const whole = await readRound(reading, {
    timeMin: window.from.toISOString(),
    timeMax: window.to.toISOString(),
  })
  if (whole === null) throw googleFaults.strange()
  if (whole === 'endless') throw googleFaults.refused('the calendar has too many entries')
  return changesOf(reading, options, { ...whole, isWhole: true, made: window })
}

interface Round {
  events: GoogleEvent[]
  zone: string
  next: string
}

/** Reads the pages of a round. @returns null where Google has forgotten the token */
async function readRound(
  reading: Reading,
  start: { syncToken: string } | { timeMin: string; timeMax: string },
): Promise<Round | 'endless' | null> {
  const events: GoogleEvent[] = []
  const seen = new Set<string>()
  let pageToken: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer = await readPage(reading, { ...start, pageToken })
    if (!answer) return null
    events.push(...readable(answer.items ?? [], reading))
    const { nextSyncToken, nextPageToken, timeZone = '' } = answer
    if (nextSyncToken) return { events, zone: timeZone, next: nextSyncToken }
    if (!nextPageToken) throw googleFaults.strange()
    if (seen.has(nextPageToken)) break
    seen.add(nextPageToken)
    pageToken = nextPageToken
  }
  return 'endless'
}

async function readPage(
  { parts, link }: Reading,
  query: { pageToken: string | undefined },
): Promise<z.infer<typeof page> | null> {
  const parameters = {
    ...{ calendarId: link.calendarId, singleEvents: true, maxResults: PAGE, maxAttendees: 1, ...query },
    fields: `timeZone,nextPageToken,nextSyncToken,items(${EVENT_FIELDS})`,
  }
  try {
    return await askGoogle(parts, link, page, (api, options) => api.events.list(parameters, options))
  } catch (error) {
    if (!(error instanceof GoogleAnswer)) throw error
    if (error.status === 410) return null
    // the calendar, or the account
    if (error.status === 404) throw googleFaults.revoked()
    throw googleFaults.refused(error.reason)
  }
}

/** An event that cannot be read is left out. */
function readable(values: readonly unknown[], { parts }: Reading): GoogleEvent[] {
  return values.flatMap((value) => {
    const { data } = googleEvent.safeParse(value)
    if (!data) parts.log.warn('an event of Google is left out: it cannot be read')
    return data ? [data] : []
  })
}

function changesOf(
  { parts }: Reading,
  { window, tentativeIsBusy }: Options,
  { events, zone, next, isWhole, made }: Round & { isWhole: boolean; made: CalendarSpan },
): CalendarChanges {
  // an event that changed between two pages is on both: the last one counts
  const latest = new Map(events.map((event) => [event.id, event]))
  const isGone = ({ status }: GoogleEvent): boolean => status === 'cancelled'
  const read = [...latest.values()].flatMap((event): ReadEntry[] => {
    if (isGone(event)) return []
    try {
      return [readGoogleEvent(event, zone, { tentativeIsBusy })]
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      parts.log.warn({ reason: error.message }, 'an event of Google is left out: it cannot be read')
      return []
    }
  })
  const removed = [...latest.values()].filter(isGone).map(({ id }) => id)
  return changesWithin(window, {
    read: [...read, ...seriesOfOurs(latest, read)],
    removed,
    isWhole,
    cursor: cursorOf(made, next),
  })
}

/** Entries of ours that the person made series of: Google lists their instances alone. */
function seriesOfOurs(latest: ReadonlyMap<string, GoogleEvent>, read: readonly ReadEntry[]): ReadEntry[] {
  const series = new Map<string, ReadEntry>()
  for (const { id, spans, ...entry } of read) {
    const event = latest.get(id)
    const master = event?.recurringEventId
    const meetingUid = event && master ? uidOf(master, event) : null
    if (!master || meetingUid === null) continue
    const before = series.get(master)?.spans ?? []
    series.set(master, { ...entry, id: master, meetingUid, spans: [...before, ...spans] })
  }
  return [...series.values()]
}

/** The entry as it is now; of a series the occurrences of the next year. */
export async function readOneEvent(
  parts: Reading['parts'],
  link: CalendarLink,
  id: string,
): Promise<CalendarEntry | null> {
  const { calendarId } = link
  const options = { tentativeIsBusy: true }
  const fields = EVENT_FIELDS
  const event = await orNull(
    askGoogle(parts, link, googleEvent, (api, sent) =>
      api.events.get({ calendarId, eventId: id, maxAttendees: 1, fields }, sent),
    ),
  )
  if (!event || event.status === 'cancelled') return null
  try {
    // the zone matters to whole days only, whose length alone counts for a meeting
    const entry = readGoogleEvent(event, '', options)
    if (!event.recurrence) return entry
    const from = new Date()
    const range = { timeMin: from.toISOString(), timeMax: new Date(from.getTime() + YEAR_MS).toISOString() }
    const answer = await orNull(
      askGoogle(parts, link, page, (api, sent) =>
        api.events.instances(
          { calendarId, eventId: id, maxAttendees: 1, fields: `items(${fields})`, ...range },
          sent,
        ),
      ),
    )
    const instances = readable(answer?.items ?? [], { parts, link })
    return { ...entry, spans: instances.flatMap((each) => readGoogleEvent(each, '', options).spans) }
  } catch (error) {
    throw error instanceof RangeError ? googleFaults.strange() : error
  }
}

/** @returns null where the event is gone */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GoogleAnswer && [404, 410].includes(error.status)) return null
    throw error instanceof GoogleAnswer ? googleFaults.refused(error.reason) : error
  }
}
