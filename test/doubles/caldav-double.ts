import { type Answer, type Double, type DoubleOptions, type Seen, startDouble } from './double.ts'

/** An object of the calendar. */
export interface StoredObject {
  ics: string
  etag: string
}

export interface CaldavDouble extends Double {
  user: string
  password: string
  /** By name: 'a.ics'. */
  objects: Map<string, StoredObject>
  /** Stores an object as another program of the person would. */
  put(name: string, ics: string): void
  remove(name: string): void
  /** The address of its one calendar. */
  calendarUrl: string
}

const xml = (body: string): Answer => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">${body}</d:multistatus>`,
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const part = (href: string, props: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`

const COLLECTION = '/cal/dana/work/'
const instant = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** A CalDAV server with one calendar of one person: enough of RFC 4791 for discovery, reading by time and writing by etag. */
export async function caldavDouble(options: Pick<DoubleOptions, 'fault'> = {}): Promise<CaldavDouble> {
  const [user, password] = ['dana', 'secret of dana']
  const objects: CaldavDouble['objects'] = new Map()
  let versions = 0
  const put = (name: string, ics: string): void => {
    versions += 1
    objects.set(name, { ics, etag: `"v${versions}"` })
  }
  const remove = (name: string): boolean => {
    versions += 1
    return objects.delete(name)
  }
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const nameOf = (path: string): string => decodeURIComponent(path.slice(COLLECTION.length))
  const object = (name: string, withData: boolean): string => {
    const stored = objects.get(name)
    if (!stored) return ''
    const data = withData ? `<c:calendar-data>${escaped(stored.ics)}</c:calendar-data>` : ''
    return part(
      `${COLLECTION}${encodeURIComponent(name)}`,
      `<d:getetag>${escaped(stored.etag)}</d:getetag>${data}`,
    )
  }
  const report = ({ body }: Seen): Answer => {
    const text = body.toString()
    if (text.includes('calendar-multiget')) {
      const names = [...text.matchAll(/<d:href>([^<]+)<\/d:href>/g)].map(([, href = '']) => nameOf(href))
      return xml(names.map((name) => object(name, true)).join(''))
    }
    const [, start = '', end = ''] = /time-range start="([^"]+)" end="([^"]+)"/.exec(text) ?? []
    const inside = [...objects].filter(([, { ics }]) => isWithin(ics, instant(start), instant(end)))
    return xml(inside.map(([name]) => object(name, false)).join(''))
  }
  const write = ({ path, headers, body, method }: Seen): Answer => {
    const name = nameOf(path)
    const stored = objects.get(name)
    const [match, none] = [headers['if-match'], headers['if-none-match']]
    if (match !== undefined && match !== stored?.etag)
      return { status: stored || method === 'PUT' ? 412 : 404 }
    if (none === '*' && stored) return { status: 412 }
    if (method === 'DELETE') {
      return { status: remove(name) ? 204 : 404 }
    }
    put(name, body.toString())
    return { status: stored ? 204 : 201, headers: { etag: objects.get(name)?.etag ?? '' } }
  }
  const home = `<d:displayname>Work</d:displayname><d:resourcetype><d:collection/><c:calendar/></d:resourcetype><c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>`
  const double = await startDouble({
    ...options,
    refuse: ({ headers, path }) =>
      headers.authorization === expected || path === '/.well-known/caldav' ? null : { status: 401 },
    routes: [
      {
        method: 'PROPFIND',
        path: /^\/\.well-known\/caldav$/,
        answer: () => ({ status: 301, headers: { location: '/cal/' } }),
      },
      {
        method: 'PROPFIND',
        path: /^\/cal\/$/,
        answer: () =>
          xml(
            part('/cal/', '<d:current-user-principal><d:href>/cal/dana/</d:href></d:current-user-principal>'),
          ),
      },
      {
        method: 'PROPFIND',
        path: /^\/cal\/dana\/$/,
        answer: ({ headers }) =>
          headers.depth === '1'
            ? xml(
                part('/cal/dana/', '<d:resourcetype><d:collection/></d:resourcetype>') +
                  part(COLLECTION, home),
              )
            : xml(
                part('/cal/dana/', '<c:calendar-home-set><d:href>/cal/dana/</d:href></c:calendar-home-set>'),
              ),
      },
      {
        method: 'PROPFIND',
        path: /^\/cal\/dana\/work\/$/,
        answer: () => xml(part(COLLECTION, `<cs:getctag>"c${versions}"</cs:getctag>`)),
      },
      { method: 'REPORT', path: /^\/cal\/dana\/work\/$/, answer: report },
      {
        method: 'GET',
        path: /^\/cal\/dana\/work\/.+/,
        answer: ({ path }) => {
          const stored = objects.get(nameOf(path))
          if (!stored) return { status: 404 }
          return {
            status: 200,
            headers: { etag: stored.etag, 'content-type': 'text/calendar' },
            body: stored.ics,
          }
        },
      },
      { method: 'PUT', path: /^\/cal\/dana\/work\/.+/, answer: write },
      { method: 'DELETE', path: /^\/cal\/dana\/work\/.+/, answer: write },
    ],
  })
  return { ...double, user, password, objects, put, remove, calendarUrl: `${double.url}${COLLECTION}` }
}

/** A series and times in a zone count as within: the reader decides. */
function isWithin(ics: string, from: number, to: number): boolean {
  const bounds = ['DTSTART', 'DTEND'].map((name) =>
    instant(new RegExp(`^${name}:(\\S+)$`, 'm').exec(ics)?.[1] ?? ''),
  )
  const [start = Number.NaN, end = Number.NaN] = bounds
  if (/^RRULE/m.test(ics) || Number.isNaN(start) || Number.isNaN(end)) return true
  return start < to && end > from
}
