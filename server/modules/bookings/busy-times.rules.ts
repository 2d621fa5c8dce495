/** Decides when a calendar file shows somebody as busy, with recurring events expanded. */
import ICAL from 'ical.js'
import { BOOKING_ZONE } from '#contract/bookings.ts'
import { type Busy, mergeSpans } from './slots.rules.ts'

export interface BusyRequest {
  ics: string
  /** Epoch milliseconds, half-open; busy times are clipped to this range. */
  from: number
  to: number
  /** UIDs of our own meetings, which the feed returns to us and which are already in our calendar. */
  ownUids: readonly string[]
}

/** Why a file cannot be used; the message is shown to people. */
export class NotACalendar extends Error {
  override name = 'NotACalendar'
}

/** Of all recurring events together; a person's calendar has some hundreds in two months. */
const MAX_STEPS = 50_000
const DAY_MS = 86_400_000

/** Names that Outlook writes if the file does not define the zone itself. */
const windowsZones: Record<string, string> = {
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'AUS Central Standard Time': 'Australia/Darwin',
  'Cen. Australia Standard Time': 'Australia/Adelaide',
  'Tasmania Standard Time': 'Australia/Hobart',
  'W. Australia Standard Time': 'Australia/Perth',
  'New Zealand Standard Time': 'Pacific/Auckland',
}

/** @throws NotACalendar */
export function busyTimes(request: BusyRequest): Busy[] {
  const own = new Set(request.ownUids)
  const budget = { steps: MAX_STEPS }
  const spans = calendarsIn(request.ics).flatMap((calendar) => [
    ...eventsOf(calendar)
      .filter(({ master }) => !own.has(String(master.getFirstPropertyValue('uid') ?? '')))
      .flatMap((series) => occurrences(series, request, budget)),
    ...freeBusyOf(calendar),
  ])
  const inside = spans.map(([start, end]): Busy => [Math.max(start, request.from), Math.min(end, request.to)])
  return mergeSpans(inside.filter(([start, end]) => end > start))
}

function calendarsIn(ics: string): ICAL.Component[] {
  let parsed: unknown
  try {
    parsed = ICAL.parse(ics.replace(/^\uFEFF/, ''))
  } catch {
    throw new NotACalendar('The file is not a calendar (ICS).')
  }
  // several calendars in one file are parsed as a list
  const many = Array.isArray(parsed) && typeof parsed[0] !== 'string' ? parsed : [parsed]
  const components = many.map((each) => new ICAL.Component(each))
  if (components.length === 0 || components.some(({ name }) => name !== 'vcalendar')) {
    throw new NotACalendar('The file is not a calendar (ICS).')
  }
  return components
}

interface Series {
  master: ICAL.Component
  /** Changed single occurrences. */
  exceptions: ICAL.Component[]
}

function eventsOf(calendar: ICAL.Component): Series[] {
  const byUid = new Map<string, Series>()
  const alone: Series[] = []
  const all = calendar.getAllSubcomponents('vevent').filter((event) => event.hasProperty('dtstart'))
  for (const master of all.filter((event) => !event.hasProperty('recurrence-id'))) {
    const series = { master, exceptions: [] }
    const uid = String(master.getFirstPropertyValue('uid') ?? '')
    if (uid && !byUid.has(uid)) byUid.set(uid, series)
    else alone.push(series)
  }
  for (const exception of all.filter((event) => event.hasProperty('recurrence-id'))) {
    const series = byUid.get(String(exception.getFirstPropertyValue('uid') ?? ''))
    if (series) series.exceptions.push(exception)
    else alone.push({ master: exception, exceptions: [] })
  }
  return [...byUid.values(), ...alone]
}

/** Free time and cancelled events do not count as busy. */
function isBusy(event: ICAL.Component): boolean {
  const value = (name: string): string => String(event.getFirstPropertyValue(name) ?? '').toUpperCase()
  return (
    value('transp') !== 'TRANSPARENT' &&
    value('status') !== 'CANCELLED' &&
    value('x-microsoft-cdo-busystatus') !== 'FREE'
  )
}

function occurrences(
  { master, exceptions }: Series,
  request: BusyRequest,
  budget: { steps: number },
): Busy[] {
  const event = new ICAL.Event(master, { exceptions })
  if (!event.isRecurring()) return isBusy(master) ? [spanOf(master)] : []
  const [first, firstEnd] = spanOf(master)
  const length = firstEnd - first
  // at their new times; the series itself skips their original times
  const spans = exceptions.filter(isBusy).map(spanOf)
  const earliest = new Date(request.from - length).getUTCFullYear() - 1
  const iterator = event.iterator()
  for (let next = iterator.next(); next; next = iterator.next()) {
    budget.steps -= 1
    if (budget.steps < 0) throw new NotACalendar('It has too many recurring events.')
    // skips years of past occurrences without time zone arithmetic
    if (next.year < earliest) continue
    const start = instantOf(next, zoneOf(master, 'dtstart'))
    if (start >= request.to) break
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    const own = item.component
    if (own === master) {
      if (isBusy(master)) spans.push([start, start + (next.isDate ? wholeDays(length) : length)])
    } else if (isBusy(own)) {
      // "this and following" was changed; for a single exception this repeats its span, which `mergeSpans` removes
      spans.push([instantOf(startDate, zoneOf(own, 'dtstart')), instantOf(endDate, zoneOf(own, 'dtstart'))])
    }
  }
  return spans
}

/** Rounds, because a day on which daylight saving changes has 23 or 25 hours. */
const wholeDays = (length: number): number => Math.round(length / DAY_MS) * DAY_MS

function spanOf(component: ICAL.Component): Busy {
  const event = new ICAL.Event(component, { exceptions: [] })
  const start = instantOf(event.startDate, zoneOf(component, 'dtstart'))
  const ends = component.hasProperty('dtend') ? 'dtend' : 'dtstart'
  return [start, instantOf(event.endDate, zoneOf(component, ends))]
}

/** The zone's name as written in the file; null: none, or UTC. */
function zoneOf(component: ICAL.Component, property: string): string | null {
  const name = component.getFirstProperty(property)?.getFirstParameter('tzid')
  return name ? name : null
}

const zoneCache = new Map<string, string | null>()

/** The IANA zone of a name; null: the name is only defined within its file, if at all. */
function ianaZone(name: string): string | null {
  const cached = zoneCache.get(name)
  if (cached !== undefined) return cached
  const candidate = windowsZones[name] ?? name
  let zone: string | null = null
  try {
    zone = Temporal.Now.zonedDateTimeISO(candidate).timeZoneId
  } catch {
    // a name that the file itself defines
  }
  zoneCache.set(name, zone)
  return zone
}

/** Reads all-day events and times without a zone as Sydney time, as the BDM does. */
function instantOf(time: ICAL.Time, tzid: string | null): number {
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000
  const zone = tzid === null || time.isDate ? BOOKING_ZONE : ianaZone(tzid)
  if (zone === null && time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1000
  const { year, month, day, hour, minute, second } = time
  const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second })
  return wall.toZonedDateTime(zone ?? BOOKING_ZONE).epochMilliseconds
}

/** Published free/busy times, which the format requires to be in UTC. */
function freeBusyOf(calendar: ICAL.Component): Busy[] {
  return calendar
    .getAllSubcomponents('vfreebusy')
    .flatMap((part) => part.getAllProperties('freebusy'))
    .filter((property) => String(property.getFirstParameter('fbtype') ?? 'BUSY').toUpperCase() !== 'FREE')
    .flatMap((property) => property.getValues())
    .flatMap((value) => {
      if (!(value instanceof ICAL.Period)) return []
      return [[value.start.toUnixTime() * 1000, value.getEnd().toUnixTime() * 1000] as const]
    })
}
