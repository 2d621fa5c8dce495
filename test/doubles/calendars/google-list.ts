// The list of events: pages of a snapshot, and changes since a sync token.

import type { Answer, Seen } from '../double.ts'
import { etagOf, googleError, googleEventOf, instanceId, instanceOf, PROPERTY } from './google-shape.ts'
import { type Item, overlaps, type PersonCalendar, type Time } from './person-calendar.ts'

/** Parameters that may not be given together with a sync token. */
const FILTERS = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
]

interface Snapshot {
  rest: object[]
  /** The version of the calendar that it shows. */
  version: number
}

export function createList(calendar: PersonCalendar, settings: { zone: string }) {
  const tokens = new Map<string, number>()
  const pages = new Map<string, Snapshot>()
  let count = 0

  const whole = (window: Time): object[] =>
    calendar
      .present()
      .filter(({ isCancelled }) => !isCancelled)
      .flatMap((item) => calendar.occurrencesOf(item))
      .filter(({ time }) => overlaps(time, window))
      .map(instanceOf)

  /** Not limited to any window. */
  function since(version: number): object[] {
    return [...calendar.items.values()].flatMap((item) => {
      const all = item.isGone ? ghosts(item) : calendar.occurrencesOf(item)
      const changed = all.filter((occurrence) => occurrence.version > version).map(instanceOf)
      const gone = [...item.changed]
        .filter(([index, at]) => at > version && item.series?.changes.get(index) === 'gone')
        .map(([index, at]) => ({ ...cancelled(item, index), etag: etagOf(at) }))
      const former = item.former && item.former.version > version ? item.former : { count: 0, version }
      const occurrences = Array.from({ length: former.count }, (_, index) => ({
        ...cancelled(item, index),
        etag: etagOf(former.version),
      }))
      return [...changed, ...(item.isGone ? [] : gone), ...occurrences]
    })
  }

  const ghosts = (item: Item) =>
    calendar.occurrencesOf(item).map((occurrence) => ({ ...occurrence, version: item.version }))

  const cancelled = (item: Item, index: number) => ({
    kind: 'calendar#event',
    id: instanceId({ item, index, time: item.time, isException: true, version: item.version }),
    status: 'cancelled',
  })

  function answer({ query }: Seen): Answer {
    const syncToken = query.get('syncToken')
    const property = query.get('privateExtendedProperty')
    if (property !== null) {
      const items = calendar.present().filter(({ own }) => property === `${PROPERTY}=${own.property}`)
      return { status: 200, body: { items: items.map(googleEventOf) } }
    }
    if (query.get('fields') === 'summary')
      return { status: 200, body: { kind: 'calendar#events', summary: 'mia@lender.example' } }
    if (syncToken !== null && FILTERS.some((name) => query.has(name)))
      return googleError(400, 'badRequest', 'Sync token cannot be used with the given search restrictions.')
    if (query.get('singleEvents') !== 'true')
      return googleError(400, 'badRequest', 'Single events are played only.')
    const size = Math.min(Number(query.get('maxResults') ?? 250), 2500)
    const snapshot = snapshotOf(query)
    if (snapshot === 'gone')
      return googleError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.')
    if (!snapshot) return googleError(400, 'invalid', 'Invalid page token or range.')
    const items = snapshot.rest.slice(0, size)
    const rest = snapshot.rest.slice(size)
    const token = `token${++count}`
    if (rest.length > 0) pages.set(token, { ...snapshot, rest })
    else tokens.set(token, snapshot.version)
    const next = rest.length > 0 ? { nextPageToken: token } : { nextSyncToken: token }
    return { status: 200, body: { kind: 'calendar#events', timeZone: settings.zone, items, ...next } }
  }

  function snapshotOf(query: URLSearchParams): Snapshot | 'gone' | undefined {
    const pageToken = query.get('pageToken')
    if (pageToken) return pages.get(pageToken)
    const version = calendar.version()
    const syncToken = query.get('syncToken')
    if (syncToken !== null) {
      const known = tokens.get(syncToken)
      return known === undefined ? 'gone' : { rest: since(known), version }
    }
    const window = { from: new Date(query.get('timeMin') ?? ''), to: new Date(query.get('timeMax') ?? '') }
    if (Number.isNaN(+window.from) || Number.isNaN(+window.to)) return undefined
    return { rest: whole(window), version }
  }

  return {
    answer,
    instances({ query }: Seen, id = ''): Answer {
      const item = calendar.items.get(id)
      if (!item?.series) return googleError(404, 'notFound', 'Not Found')
      const window = { from: new Date(query.get('timeMin') ?? ''), to: new Date(query.get('timeMax') ?? '') }
      const items = calendar
        .occurrencesOf(item)
        .filter(({ time }) => overlaps(time, window))
        .map(instanceOf)
      return { status: 200, body: { kind: 'calendar#events', timeZone: settings.zone, items } }
    },
    forget(): void {
      tokens.clear()
      pages.clear()
    },
  }
}
