/** Decides when a calendar file shows somebody as busy, with recurring events expanded. */
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { cutText, singleLine } from '#contract/plain-text.ts'
import { mergeSpans, type Span } from '#server/calendar/spans.ts'
import { BadLine, periodOf, type TimeContext, valuesOf } from '#server/input/calendars/ics-times.ts'
import { createZones, type IcsZone, ianaZone } from '#server/input/calendars/ics-zones.ts'
import { type IcsComponent, type IcsFile, NotACalendar, readIcs } from '#server/input/calendars/read-ics.ts'
import { lineOf, occurrencesOf, type SeriesContext, timesOfEvent } from './busy-series.ts'

export interface BusyRequest {
  ics: string
  /** Epoch milliseconds, half-open; busy times are clipped to this range. */
  from: number
  to: number
  /** UIDs of our own meetings, which the feed returns to us and which are already in our calendar. */
  ownUids: readonly string[]
  /** The BDM's address, by which the calendar names them among the people invited. */
  email?: string | null
  /** Whether a tentative entry takes the time. */
  tentativeIsBusy?: boolean
  /** Free and declined entries take their time too; cancelled ones do not. */
  freeIsBusy?: boolean
}

/** An entry of the calendar that could not be read, or only in part. */
export interface SkippedEntry {
  entry: string
  reason: string
}

export interface BusyTimes {
  spans: Span[]
  skipped: SkippedEntry[]
}

/** Of all recurring events together; a person's calendar has some hundreds in two months. */
const MAX_STEPS = 50_000
const MAX_NAME = 80

/** @throws NotACalendar */
export function busyTimes(request: BusyRequest): BusyTimes {
  const file = readIcs(request.ics)
  const reader = createReader(file, request)
  const events = file.components.filter(({ kind }) => kind === 'VEVENT')
  const spans = [
    ...seriesOf(events, new Set(request.ownUids)).flatMap((series) => reader.series(series)),
    ...file.components.filter(({ kind }) => kind === 'VFREEBUSY').flatMap((part) => reader.freeBusy(part)),
  ]
  const { skipped } = reader
  if (
    reader.lost() > 0 &&
    reader.lost() === file.components.filter(({ kind }) => kind !== 'VTIMEZONE').length
  ) {
    throw new NotACalendar(`No entry can be read. ${skipped[0]?.entry}: ${skipped[0]?.reason}.`)
  }
  const inside = spans.map(([start, end]): Span => [Math.max(start, request.from), Math.min(end, request.to)])
  return { spans: mergeSpans(inside.filter(([start, end]) => end > start)), skipped }
}

interface Series {
  master: IcsComponent
  /** Changed single occurrences. */
  exceptions: IcsComponent[]
}

const textOf = (event: IcsComponent, name: string): string => lineOf(event, name)?.value ?? ''

function seriesOf(events: readonly IcsComponent[], own: ReadonlySet<string>): Series[] {
  const byUid = new Map<string, Series>()
  const alone: Series[] = []
  const isChange = (event: IcsComponent) => lineOf(event, 'RECURRENCE-ID') !== undefined
  const others = events.filter((event) => !own.has(textOf(event, 'UID')))
  for (const master of others.filter((event) => !isChange(event))) {
    const series = { master, exceptions: [] }
    const uid = textOf(master, 'UID')
    if (uid && !byUid.has(uid)) byUid.set(uid, series)
    else alone.push(series)
  }
  for (const exception of others.filter(isChange)) {
    const series = byUid.get(textOf(exception, 'UID'))
    if (series) series.exceptions.push(exception)
    else alone.push({ master: exception, exceptions: [] })
  }
  return [...byUid.values(), ...alone]
}

function createReader(file: IcsFile, request: BusyRequest) {
  const zoneOf = createZones(file.components)
  const own = calendarZone(file, zoneOf)
  const skipped: SkippedEntry[] = []
  const budget = { steps: MAX_STEPS }
  const isBusy = busyTest(file, request)
  const note = (event: IcsComponent, reason: string) => void skipped.push({ entry: nameOf(event), reason })
  let lost = 0
  const skip = (event: IcsComponent, reason: string) => {
    lost += 1
    note(event, reason)
  }
  const contextOf = (event: IcsComponent): SeriesContext => ({
    ...{ zoneOf, own, budget, isBusy, range: request },
    onUnknownZone: (name) =>
      note(
        event,
        `its time zone “${cutText(name, 60, '…')}” is not known; it is read in the zone of the calendar`,
      ),
  })
  return {
    skipped,
    lost: () => lost,
    /** One bad change of a series is skipped, and the rest of the series stays. */
    series({ master, exceptions }: Series): Span[] {
      const good = exceptions.filter((event) =>
        attempt(event, skip, () => timesOfEvent(event, { zoneOf, own })),
      )
      return attempt(master, skip, () => occurrencesOf(master, good, contextOf(master))) ?? []
    },
    freeBusy(part: IcsComponent): Span[] {
      return attempt(part, skip, () => freeBusyOf(part, { zoneOf, own }, request)) ?? []
    },
  }
}

function attempt<T>(
  event: IcsComponent,
  skip: (event: IcsComponent, reason: string) => void,
  work: () => T,
): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotACalendar) throw error
    skip(event, error instanceof BadLine ? error.message : 'it cannot be read')
    return null
  }
}

/** The zone in X-WR-TIMEZONE, for whole days and times without a zone; else the zone of all bookings. */
function calendarZone({ head }: IcsFile, zoneOf: (name: string) => IcsZone | null): IcsZone {
  const name = head.find((line) => line.name === 'X-WR-TIMEZONE')?.value
  return (name ? zoneOf(name) : null) ?? ianaZone(BOOKING_ZONE)
}

/** 'Team lunch, 2 Dec 2026' */
function nameOf(event: IcsComponent): string {
  const title = cutText(
    singleLine(
      textOf(event, 'SUMMARY')
        .replaceAll(/\\[nN]/g, ' ')
        .replaceAll(/\\(.)/g, '$1'),
    ),
    MAX_NAME,
    '…',
  )
  const day = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(textOf(event, 'DTSTART'))
  const when = day ? ` (${day[3]}/${day[2]}/${day[1]})` : ''
  return `${title || 'An entry without a title'}${when}`
}

const FREE_LOOKS = new Set(['FREE', 'WORKINGELSEWHERE'])

/** Free time, cancelled and declined events do not count as busy; tentative ones by the setting. */
function busyTest(
  { head }: IcsFile,
  { email, tentativeIsBusy = true, freeIsBusy = false }: BusyRequest,
): (event: IcsComponent) => boolean {
  const calendarName = head.find((line) => line.name === 'X-WR-CALNAME')?.value ?? ''
  const owners = new Set(
    [email ?? '', calendarName].map((address) => address.trim().toLowerCase()).filter(Boolean),
  )
  return (event) => {
    const value = (name: string): string => textOf(event, name).toUpperCase()
    const shown = value('X-MICROSOFT-CDO-BUSYSTATUS')
    const answer = answerOf(event, owners)
    if (value('STATUS') === 'CANCELLED') return false
    if (freeIsBusy) return true
    if (value('TRANSP') === 'TRANSPARENT') return false
    if (FREE_LOOKS.has(shown) || answer === 'DECLINED') return false
    const tentative = [shown, value('STATUS'), answer].includes('TENTATIVE')
    return tentativeIsBusy || !tentative
  }
}

/** The calendar owner's response to the invitation. */
function answerOf(event: IcsComponent, owners: ReadonlySet<string>): string | undefined {
  const mine = event.lines.find(({ name, params, value }) => {
    const addresses = [value.replace(/^mailto:/i, ''), params.get('EMAIL') ?? '']
    return name === 'ATTENDEE' && addresses.some((address) => owners.has(address.trim().toLowerCase()))
  })
  return mine?.params.get('PARTSTAT')?.toUpperCase()
}

/** Published free/busy times. */
function freeBusyOf(
  part: IcsComponent,
  context: TimeContext,
  { tentativeIsBusy = true }: BusyRequest,
): Span[] {
  const free = new Set(['FREE', ...(tentativeIsBusy ? [] : ['BUSY-TENTATIVE'])])
  return part.lines
    .filter(
      ({ name, params }) => name === 'FREEBUSY' && !free.has((params.get('FBTYPE') ?? 'BUSY').toUpperCase()),
    )
    .flatMap((line) => valuesOf(line).map((value) => periodOf(line, value, context)))
}
