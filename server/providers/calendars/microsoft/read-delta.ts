import { z } from 'zod'
import type { Log } from '#server/platform/log.ts'
import type { CalendarChanges, CalendarEntry, CalendarLink, CalendarSpan } from '../../ports/calendars.ts'
import { changesWithin, cursorOf, type ReadEntry, tokenFor } from '../windows.ts'
import { askGraph, GraphAnswer, type GraphParts, microsoftFaults, PREFER } from './ask-graph.ts'
import { type BusyOptions, type GraphEvent, graphEvent, readEvent } from './graph-events.ts'

const PAGE = 200
/** A calendar has some hundred entries in the months of a window. */
const MAX_PAGES = 150
/** Masters of series that one read fetches, because only occurrences of them changed. */
const MAX_MASTERS = 500
const YEAR_MS = 366 * 86_400_000
const DELTA = '/me/calendarView/delta'

const page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().max(20_000).optional(),
  '@odata.deltaLink': z.string().max(20_000).optional(),
})

interface Reading {
  parts: GraphParts & { log: Log }
  link: CalendarLink
  window: CalendarSpan
  options: BusyOptions
}

export async function readChanges(
  parts: Reading['parts'],
  link: CalendarLink,
  {
    cursor,
    window,
    tentativeIsBusy,
  }: { cursor: string | null; window: CalendarSpan; tentativeIsBusy: boolean },
): Promise<CalendarChanges> {
  const known = tokenFor(cursor, window)
  const reading: Reading = { parts, link, window, options: { tentativeIsBusy } }
  const round = known && (await readRound(reading, known.token))
  if (round) return changesOf(reading, round, { isWhole: false, made: known.made })
  const whole = await readRound(reading, firstPage(window))
  if (!whole) throw microsoftFaults.strange()
  return changesOf(reading, whole, { isWhole: true, made: window })
}

const firstPage = ({ from, to }: CalendarSpan): string =>
  `${DELTA}?startDateTime=${from.toISOString()}&endDateTime=${to.toISOString()}`

interface Round {
  events: GraphEvent[]
  next: string
}

/** Reads the pages of a round. @returns null where Graph has forgotten the token */
async function readRound(reading: Reading, first: string): Promise<Round | null> {
  const events: GraphEvent[] = []
  const seen = new Set<string>()
  let path = first
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    seen.add(path)
    const answer = await readPage(reading, path)
    if (!answer) return null
    events.push(...readable(answer.value, reading))
    const { '@odata.nextLink': nextLink, '@odata.deltaLink': deltaLink } = answer
    if (deltaLink) return { events, next: pathOf(deltaLink, reading) }
    if (!nextLink) throw microsoftFaults.strange()
    path = pathOf(nextLink, reading)
    if (seen.has(path)) break
  }
  throw microsoftFaults.refused('the calendar has too many entries')
}

async function readPage({ parts, link }: Reading, path: string): Promise<z.infer<typeof page> | null> {
  try {
    return await askGraph(parts, link, page, (api) =>
      api(path).header('Prefer', `${PREFER}, odata.maxpagesize=${PAGE}`).get(),
    )
  } catch (error) {
    if (!(error instanceof GraphAnswer)) throw error
    if (error.status === 410 || /sync ?state|resync/i.test(error.code)) return null
    // the mailbox, as events are named by no id here
    if (error.status === 404) throw microsoftFaults.revoked()
    throw microsoftFaults.refused(error.code)
  }
}

/** The path of a link that Graph returned. Our token is sent nowhere else. */
function pathOf(link: string, { parts }: Reading): string {
  const url = URL.parse(link)
  const base = new URL(parts.baseUrl)
  if (url?.origin !== base.origin || !/\/calendarView\/delta(\(\))?$/i.test(url.pathname))
    throw microsoftFaults.strange()
  return url.pathname.replace(/^\/v1\.0/, '') + url.search
}

/** An event that cannot be read is left out. */
function readable(values: readonly unknown[], { parts }: Reading): GraphEvent[] {
  return values.flatMap((value) => {
    const { data } = graphEvent.safeParse(value)
    if (!data) parts.log.warn('an event of Microsoft is left out: it cannot be read')
    return data ? [data] : []
  })
}

async function changesOf(
  reading: Reading,
  { events, next }: Round,
  { isWhole, made }: { isWhole: boolean; made: CalendarSpan },
): Promise<CalendarChanges> {
  const masters = createMasters(reading, events)
  const read = new Map<string, ReadEntry>()
  const add = async (event: GraphEvent): Promise<void> => {
    const needsMaster = event.seriesMasterId && event.showAs == null
    const master = needsMaster && event.seriesMasterId ? await masters.of(event.seriesMasterId) : null
    if (needsMaster && !master) return
    try {
      read.set(event.id, readEvent(event, master, reading.options))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      reading.parts.log.warn(
        { reason: error.message },
        'an event of Microsoft is left out: it cannot be read',
      )
    }
  }
  const present = events.filter((event) => !event['@removed'])
  for (const event of present) if (event.type !== 'seriesMaster') await add(event)
  for (const master of present.filter(({ type }) => type === 'seriesMaster')) {
    const own = readEvent(master, null, reading.options)
    // a changed series may change occurrences that the round does not repeat
    if (isWhole && own.meetingUid === null) continue
    const instances = await masters.instances(master.id)
    for (const event of instances) await add(event)
    // the person made a series of our entry
    if (own.meetingUid === null) continue
    read.set(master.id, { ...own, spans: instances.flatMap(({ id }) => read.get(id)?.spans ?? []) })
  }
  const removed = events.filter((event) => event['@removed']).map(({ id }) => id)
  for (const id of removed) read.delete(id)
  return changesWithin(reading.window, {
    read: read.values(),
    removed,
    isWhole,
    cursor: cursorOf(made, next),
  })
}

/** The masters of series: those of the round, else fetched once. */
function createMasters(reading: Reading, events: readonly GraphEvent[]) {
  const { parts, link } = reading
  const found = new Map<string, GraphEvent | null>(
    events
      .filter(({ type, '@removed': isGone }) => type === 'seriesMaster' && !isGone)
      .map((event) => [event.id, event]),
  )
  let fetched = 0
  return {
    async of(id: string): Promise<GraphEvent | null> {
      const master = found.get(id)
      if (master !== undefined) return master
      if (++fetched > MAX_MASTERS) throw microsoftFaults.refused('the calendar has too many series')
      const read = await orNull(
        askGraph(parts, link, graphEvent, (api) => api(`/me/events/${encodeURIComponent(id)}`).get()),
      )
      found.set(id, read)
      return read
    },
    instances: (id: string) => instancesOf(reading, id),
  }
}

async function instancesOf(reading: Reading, id: string): Promise<GraphEvent[]> {
  const { parts, link, window } = reading
  const range = `startDateTime=${window.from.toISOString()}&endDateTime=${window.to.toISOString()}&$top=1000`
  const path = `/me/events/${encodeURIComponent(id)}/instances?${range}`
  const answer = await orNull(askGraph(parts, link, page, (api) => api(path).get()))
  return answer ? readable(answer.value, reading) : []
}

/** The entry as it is now; of a series the occurrences of the next year. */
export async function readOne(
  parts: Reading['parts'],
  link: CalendarLink,
  id: string,
): Promise<CalendarEntry | null> {
  const from = new Date()
  const window = { from, to: new Date(from.getTime() + YEAR_MS) }
  const reading: Reading = { parts, link, window, options: { tentativeIsBusy: true } }
  const path = `/me/events/${encodeURIComponent(id)}`
  const event = await orNull(askGraph(parts, link, graphEvent, (api) => api(path).get()))
  if (!event || event.isCancelled) return null
  const read = (each: GraphEvent): ReadEntry => readEvent(each, event, reading.options)
  try {
    const entry = read(event)
    if (event.type !== 'seriesMaster') return entry
    return { ...entry, spans: (await instancesOf(reading, id)).flatMap((each) => read(each).spans) }
  } catch (error) {
    throw error instanceof RangeError ? microsoftFaults.strange() : error
  }
}

/** @returns null where the event is gone */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GraphAnswer && [404, 410].includes(error.status)) return null
    throw error instanceof GraphAnswer ? microsoftFaults.refused(error.code) : error
  }
}
