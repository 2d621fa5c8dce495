/** Instants as the booking screens say them. Pure; the zone's own rules come from Intl, the words are ours. */
import { BOOKING_ZONE, MEETING_MINUTES } from '#contract/bookings.ts'
import { type Day, shortDayName } from '#contract/calendar.ts'

interface WallTime {
  day: Day
  /** '9:00 AM' */
  time: string
  /** Minutes that the zone is ahead of UTC at that instant. */
  offset: number
}

const MS_A_MINUTE = 60_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-AU', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, format)
  return format
}

/** What calendar and clock of `zone` show. Only numbers are taken from Intl: its words differ between browsers. */
function wallTime(ms: number, zone: string): WallTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const day = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`
  const hour = Number(parts.hour)
  const wholeMinute = Math.floor(ms / MS_A_MINUTE) * MS_A_MINUTE
  return {
    day,
    time: `${hour % 12 || 12}:${parts.minute} ${hour < 12 ? 'AM' : 'PM'}`,
    offset: (Date.parse(`${day}T${parts.hour}:${parts.minute}:00Z`) - wholeMinute) / MS_A_MINUTE,
  }
}

/** Sydney's calendar day at an instant. */
export function sydneyDay(instant: string): Day {
  return wallTime(Date.parse(instant), BOOKING_ZONE).day
}

/** 'AEDT' or 'AEST', as it is on that day in Sydney. */
export function zoneLabel(instant: string): string {
  return wallTime(Date.parse(instant), BOOKING_ZONE).offset === 660 ? 'AEDT' : 'AEST'
}

/** '10:00 AM to 11:00 AM AEDT' */
export function timeRange(start: string): string {
  return `${rangeIn(start, BOOKING_ZONE).text} ${zoneLabel(start)}`
}

/** '9:30 AM AEDT' */
export function clockTime(instant: string): string {
  return `${wallTime(Date.parse(instant), BOOKING_ZONE).time} ${zoneLabel(instant)}`
}

function rangeIn(start: string, zone: string): { day: Day; text: string } {
  const ms = Date.parse(start)
  const from = wallTime(ms, zone)
  const to = wallTime(ms + MEETING_MINUTES * MS_A_MINUTE, zone)
  return { day: from.day, text: `${from.time} to ${to.time}` }
}

/** '7:00 AM': the start where the viewer is; null where their clock agrees with Sydney's at that instant. */
export function viewerStart(start: string, viewerZone: string | null): string | null {
  const own = differing(start, viewerZone)
  if (!own) return null
  const sydney = sydneyDay(start)
  return own.day === sydney ? own.time : `${own.time} (${shortDayName(own.day)})`
}

/** '7:00 AM to 8:00 AM, Perth time', with the day where it is another than Sydney's; null as above. */
export function viewerRange(start: string, viewerZone: string | null): string | null {
  const own = differing(start, viewerZone)
  if (!own || viewerZone === null) return null
  const { text } = rangeIn(start, viewerZone)
  const day = own.day === sydneyDay(start) ? '' : `${shortDayName(own.day)}, `
  return `${day}${text}, ${placeOf(viewerZone)} time`
}

function differing(start: string, viewerZone: string | null): WallTime | null {
  if (viewerZone === null) return null
  const ms = Date.parse(start)
  const own = wallTime(ms, viewerZone)
  return own.offset === wallTime(ms, BOOKING_ZONE).offset ? null : own
}

/** 'Australia/Lord_Howe' → 'Lord Howe'; a zone that names no place is 'your own'. */
export function placeOf(zone: string): string {
  const [area, ...rest] = zone.split('/')
  const place = rest.at(-1)
  if (area === 'UTC') return 'UTC'
  return place && area !== 'Etc' ? place.replaceAll('_', ' ') : 'your own'
}
