// The delta function of a calendar view: rounds of pages, with tokens that end.

import type { Answer, Seen } from '../double.ts'
import { eventOf, type GraphItem, graphError, notFound, occurrenceId, occurrenceOf } from './graph-shape.ts'
import { type Item, overlaps, type PersonCalendar, type Time } from './person-calendar.ts'

interface View {
  window: Time
  /** Changes after this version are in the next round; 0: everything is. */
  since: number
  /** What the view has reported as present. */
  sent: ReadonlySet<string>
}

interface Page extends View {
  rest: object[]
}

export function createDelta(calendar: PersonCalendar, settings: { zone: string }, url: () => string) {
  const views = new Map<string, View>()
  const pages = new Map<string, Page>()
  let tokens = 0

  /** Those of the window; what has left it, and what changed outside of it, is reported as removed. */
  function roundOf({ window, since, sent }: View): Page {
    const present = new Map<string, object | null>()
    const outside: string[] = []
    for (const item of calendar.items.values()) {
      const found = item.isGone
        ? []
        : calendar.occurrencesOf(item).filter(({ time }) => overlaps(time, window))
      if (found.length === 0 && !item.series && item.version > since) outside.push(item.id)
      // a change of the series alone is reported with its master, unless its times changed
      if (found.length > 0 && item.series)
        present.set(item.id, item.version > since ? eventOf(item, settings) : null)
      for (const occurrence of found) {
        const id = occurrenceId(occurrence)
        const version = item.series
          ? Math.max(Number(item.own.timesChanged ?? 0), item.changed.get(occurrence.index ?? 0) ?? 0)
          : item.version
        const isChanged = version > since || !sent.has(id)
        present.set(id, isChanged ? occurrenceOf(occurrence, settings) : null)
      }
    }
    const gone = new Set([...sent, ...(since > 0 ? outside : [])].filter((id) => !present.has(id)))
    const rest = [...[...present.values()].filter((event) => event !== null), ...[...gone].map(removed)]
    return { window, since: calendar.version(), sent: new Set(present.keys()), rest }
  }

  const removed = (id: string) => ({ id, '@removed': { reason: 'deleted' } })

  function answer(seen: Seen): Answer {
    const { query } = seen
    if (query.has('$select') || query.has('$expand') || query.has('$filter'))
      return graphError(
        400,
        'ErrorInvalidUrlQuery',
        'The query parameter is not supported with change tracking.',
      )
    const size = Number(/odata\.maxpagesize=(\d+)/.exec(String(seen.headers.prefer))?.[1] ?? 10)
    if (!/outlook\.timezone="UTC"/.test(String(seen.headers.prefer)))
      return graphError(400, 'BadRequest', 'UTC is played only.')
    const page = pageOf(query)
    if (!page)
      return graphError(
        410,
        'SyncStateNotFound',
        'The sync state generation is not found; a full sync is needed.',
      )
    if (page === 'bad')
      return graphError(400, 'ErrorInvalidParameter', 'startDateTime and endDateTime are required.')
    const value = page.rest.slice(0, size)
    const rest = page.rest.slice(size)
    const token = `token${++tokens}`
    const link = `${url()}/v1.0/me/calendarView/delta?`
    if (rest.length > 0) {
      pages.set(token, { ...page, rest })
      return { status: 200, body: { value, '@odata.nextLink': `${link}$skiptoken=${token}` } }
    }
    views.set(token, page)
    return { status: 200, body: { value, '@odata.deltaLink': `${link}$deltatoken=${token}` } }
  }

  function pageOf(query: URLSearchParams): Page | 'bad' | undefined {
    const skip = query.get('$skiptoken')
    if (skip !== null) return pages.get(skip)
    const known = query.get('$deltatoken')
    if (known !== null) {
      const view = views.get(known)
      return view && roundOf(view)
    }
    const window = {
      from: new Date(query.get('startDateTime') ?? ''),
      to: new Date(query.get('endDateTime') ?? ''),
    }
    if (Number.isNaN(+window.from) || Number.isNaN(+window.to)) return 'bad'
    return roundOf({ window, since: 0, sent: new Set() })
  }

  return {
    answer,
    instances({ query }: Seen, item: Item | undefined): Answer {
      if (!item?.series) return notFound()
      const window = {
        from: new Date(query.get('startDateTime') ?? ''),
        to: new Date(query.get('endDateTime') ?? ''),
      }
      const value = calendar
        .occurrencesOf(item)
        .filter(({ time }) => overlaps(time, window))
        .map((occurrence): GraphItem => {
          const { id: _id, start: _start, end: _end, ...master } = eventOf(item, settings)
          return { ...master, ...occurrenceOf(occurrence, settings), id: occurrenceId(occurrence) }
        })
      return { status: 200, body: { value } }
    },
    forget(): void {
      views.clear()
      pages.clear()
    },
  }
}
