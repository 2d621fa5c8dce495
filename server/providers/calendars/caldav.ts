import { calendarMultiGet, calendarQuery, createObject, deleteObject, propfind, updateObject } from 'tsdav'
import { z } from 'zod'
import type { ReadObject } from '#server/input/calendars/calendar-objects.ts'
import { readCalendarObjects } from '#server/input/calendars/read-calendar-objects.ts'
import type { Log } from '#server/platform/log.ts'
import {
  type CalendarChanges,
  type CalendarEntry,
  CalendarFault,
  type CalendarLink,
  type CalendarSpan,
  type PasswordCalendars,
} from '../ports/calendars.ts'
import { listCalendars } from './caldav-discovery.ts'
import { meetingIcs } from './caldav-meeting.ts'
import { basicAuth, createDavFetch, type DavLimits } from './dav-fetch.ts'
import { type DavTexts, textOf } from './dav-texts.ts'

const TIMEOUT_MS = 18_000
const MAX_ENTRIES = 3000
const PER_REQUEST = 50
const REACH_MS = 5 * 366 * 86_400_000

const credentials = z.object({ user: z.string(), password: z.string() })

/** Every etag within the window, so that the next read fetches what differs; `tag` of the whole calendar. */
const cursorText = z.object({ tag: z.string().nullable(), etags: z.record(z.string(), z.string()) })
type Cursor = z.infer<typeof cursorText>

interface CaldavOptions extends DavLimits {
  log: Log
}

/** Calendars of a CalDAV server (RFC 4791), by tsdav over the guarded fetch. */
export function createCaldav({ log, ...limits }: CaldavOptions): PasswordCalendars {
  const open = (link: CalendarLink) => ({
    url: link.calendarId,
    headers: { authorization: basicAuth(credentials.parse(link.credentials)) },
    fetch: createDavFetch(limits, TIMEOUT_MS),
  })
  type Open = ReturnType<typeof open>
  return {
    service: 'caldav',
    list: (access) => listCalendars(access, createDavFetch(limits, TIMEOUT_MS)),
    credentialsOf: ({ user, password }) => ({ user, password }),
    async changes(link, { cursor, window, email, tentativeIsBusy }) {
      const calendar = open(link)
      const before = cursor === null ? null : cursorText.parse(JSON.parse(cursor))
      const tag = await tagOf(calendar)
      if (before && cursor && tag !== null && tag === before.tag) {
        return { isWhole: false, changed: [], removed: [], cursor }
      }
      const etags = await etagsWithin(calendar, window)
      const changed = Object.keys(etags).filter((id) => before?.etags[id] !== etags[id])
      const read = await readAll(calendar, changed)
      const options = { email, tentativeIsBusy, from: window.from.getTime(), to: window.to.getTime() }
      const after: Cursor = { tag, etags: { ...etags, ...read.etags } }
      return {
        isWhole: before === null,
        changed: await entriesOf(read, options, log),
        // one that was deleted between the two requests is gone too
        removed: [
          ...Object.keys(before?.etags ?? {}).filter((id) => !(id in etags)),
          ...changed.filter((id) => !(id in read.etags)),
        ],
        cursor: JSON.stringify(after),
      } satisfies CalendarChanges
    },
    async putMeeting(link, meeting, kept) {
      const calendar = open(link)
      const id = kept?.id ?? idOf(calendar, meeting.uid)
      const request = { ...calendar, url: within(calendar, id), data: meetingIcs(meeting) }
      const headers = { ...calendar.headers, 'content-type': 'text/calendar; charset=utf-8' }
      const answer = kept
        ? await updateObject({ ...request, etag: kept.etag, headers })
        : await createObject({ ...request, headers: { ...headers, 'if-none-match': '*' } })
      requireWritten(answer, calendar)
      const etag = answer.headers.get('etag') ?? (await etagOf(calendar, id))
      return { id, etag, videoLink: null }
    },
    readMeeting: (link, id) => readOne(open(link), id),
    findMeeting(link, uid) {
      const calendar = open(link)
      return readOne(calendar, idOf(calendar, uid))
    },
    async removeMeeting(link, kept) {
      const calendar = open(link)
      const { url, ...rest } = calendar
      const answer = await deleteObject({ ...rest, url: within({ url }, kept.id), etag: kept.etag })
      if (!GONE.includes(answer.status)) requireWritten(answer, calendar)
    },
    async watch() {
      return null
    },
    async unwatch() {},
    async withdraw() {},
    tokensOf: () => [],
    endedTokensOf: () => [],
  }

  async function readOne(calendar: Open, id: string): Promise<CalendarEntry | null> {
    const answer = await calendar.fetch(within(calendar, id), { headers: calendar.headers })
    if (GONE.includes(answer.status)) return null
    if (!answer.ok) throw refused(calendar, answer.status)
    const now = Date.now()
    const read: Fetched = {
      ics: [{ id, ics: await answer.text() }],
      etags: { [id]: answer.headers.get('etag') ?? (await etagOf(calendar, id)) },
    }
    const options = { email: '', tentativeIsBusy: true, from: now - REACH_MS, to: now + REACH_MS }
    const [entry] = await entriesOf(read, options, log)
    if (!entry) throw new CalendarFault('refused', 'The entry of a meeting in the calendar cannot be read.')
    return entry.spans.length > 0 ? entry : null
  }

  async function tagOf(calendar: Open): Promise<string | null> {
    const props = { 'cs:getctag': {}, 'd:sync-token': {} }
    const [answer] = await propfind({ ...calendar, props, depth: '0' })
    requireRead(answer, calendar)
    return textOf(answer?.props?.getctag) ?? textOf(answer?.props?.syncToken)
  }

  async function etagsWithin(calendar: Open, window: CalendarSpan): Promise<Record<string, string>> {
    const filters = { 'comp-filter': { _attributes: { name: 'VCALENDAR' }, ...eventsWithin(window) } }
    const answers = await calendarQuery({ ...calendar, props: { 'd:getetag': {} }, filters, depth: '1' })
    requireRead(answers[0], calendar)
    const etags = Object.fromEntries(answers.flatMap((answer) => etagEntry(calendar, answer)))
    if (Object.keys(etags).length > MAX_ENTRIES) {
      throw new CalendarFault(
        'refused',
        `More than ${MAX_ENTRIES} entries of the calendar are within three months.`,
      )
    }
    return etags
  }

  async function readAll(calendar: Open, ids: readonly string[]): Promise<Fetched> {
    const result: Fetched = { ics: [], etags: {} }
    for (let from = 0; from < ids.length; from += PER_REQUEST) {
      const answers = await calendarMultiGet({
        ...calendar,
        props: { 'd:getetag': {}, 'c:calendar-data': {} },
        objectUrls: ids.slice(from, from + PER_REQUEST).map((id) => new URL(id).pathname),
        depth: '1',
      })
      for (const answer of answers) {
        const ics = textOf(answer.props?.calendarData)
        for (const [id, etag] of ics === null ? [] : etagEntry(calendar, answer)) {
          result.ics.push({ id, ics: ics ?? '' })
          result.etags[id] = etag
        }
      }
    }
    return result
  }

  async function etagOf(calendar: Open, id: string): Promise<string> {
    const answers = await propfind({ ...calendar, url: id, props: { 'd:getetag': {} }, depth: '0' })
    return textOf(answers[0]?.props?.getetag) ?? ''
  }
}

/** Objects with their etags, by id. */
interface Fetched {
  ics: { id: string; ics: string }[]
  etags: Record<string, string>
}

const GONE = [404, 410]
/** The entry is another version, is gone, or there is one with this name or UID. */
const OTHER_VERSION = [404, 409, 410, 412]

/** The name of a meeting's entry, by which it is found again. */
const idOf = ({ url }: { url: string }, uid: string): string =>
  new URL(`${encodeURIComponent(uid)}.ics`, folderOf(url)).href

const folderOf = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** The password is sent to the calendar's own server only. */
function within({ url }: { url: string }, id: string): string {
  if (new URL(id).origin !== new URL(url).origin) {
    throw new CalendarFault('refused', 'An entry of the calendar is on another server.')
  }
  return id
}

function etagEntry({ url }: { url: string }, { href, props }: DavTexts): [id: string, etag: string][] {
  const etag = textOf(props?.getetag)
  const id = href ? URL.parse(href, url) : null
  return id && etag !== null && id.origin === new URL(url).origin && !id.pathname.endsWith('/')
    ? [[id.href, etag]]
    : []
}

const utc = (at: Date): string => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`

const eventsWithin = ({ from, to }: CalendarSpan) => ({
  'comp-filter': {
    _attributes: { name: 'VEVENT' },
    'time-range': { _attributes: { start: utc(from), end: utc(to) } },
  },
})

async function entriesOf(
  { ics, etags }: Fetched,
  options: { email: string; tentativeIsBusy: boolean; from: number; to: number },
  log: Log,
): Promise<CalendarEntry[]> {
  if (ics.length === 0) return []
  const read = await readCalendarObjects({ objects: ics, ...options })
  if (!read.ok)
    throw new CalendarFault('refused', `The entries of the calendar were not read. ${read.reason}`)
  if (read.unread.length > 0)
    log.warn({ unread: read.unread.slice(0, 5) }, 'entries of a calendar were not read')
  return read.objects.map((object) => toEntry(object, etags[object.id] ?? ''))
}

const toEntry = ({ id, uid, spans, isFree }: ReadObject, etag: string): CalendarEntry => ({
  ...{ id, etag, isFree, meetingUid: uid },
  spans: spans.map(([from, to]) => ({ from: new Date(from), to: new Date(to) })),
})

interface Server {
  url: string
}

function refused({ url }: Server, status: number): CalendarFault {
  const { host } = new URL(url)
  if (status === 404 || status === 410)
    return new CalendarFault('revoked', `The calendar is not on ${host} any more.`)
  if (status === 403) return new CalendarFault('revoked', `${host} does not allow access to the calendar.`)
  return new CalendarFault('unreachable', `${host} answered with status ${status}.`)
}

function requireRead(answer: { ok?: boolean; status?: number } | undefined, server: Server): void {
  // a calendar without entries has no answer at all
  if (answer && answer.ok === false) throw refused(server, answer.status ?? 0)
}

function requireWritten({ ok, status }: Response, { url }: Server): void {
  if (ok) return
  if (OTHER_VERSION.includes(status))
    throw new CalendarFault('changed', 'The entry was changed in the calendar.')
  throw new CalendarFault(
    'refused',
    `${new URL(url).host} does not store meetings in this calendar (status ${status}).`,
  )
}
