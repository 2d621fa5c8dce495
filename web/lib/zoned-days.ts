/** Calendar days (YYYY-MM-DD) and clock times of a zone. Pure: `now` and the zone are arguments. */
import { type Day, isDay } from '#contract/calendar.ts'

const DAY_MS = 86_400_000

/** The calendar day that it is in the zone. */
export function dayIn(zone: string, now: number | string): Day {
  const p = clockIn(zone, new Date(now).getTime())
  return `${p.year}-${p.month}-${p.day}`
}

/** The clock time (HH:MM) that it is in the zone. */
export function timeIn(zone: string, now: number | string): string {
  const p = clockIn(zone, new Date(now).getTime())
  return `${p.hour}:${p.minute}`
}

const dayFormat = new Intl.DateTimeFormat('en-AU', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** 'Tue 24 Nov'; with `year`, 'Tue 24 Nov 2026'. */
export function formatDay(day: string, year = false): string {
  if (!isDay(day)) return day
  const text = dayFormat.format(Date.parse(`${day}T00:00:00Z`)).replace(',', '')
  return year ? `${text} ${day.slice(0, 4)}` : text
}

/**
 * The instant at which the zone's clocks show this day and time. A time that the clock change skips is the one that
 * much later; one that it repeats is the first of the two.
 */
export function instantAt(zone: string, day: string, time: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`)
  // either side of any change of the clocks
  const before = wall - offsetAt(zone, wall - DAY_MS)
  const after = wall - offsetAt(zone, wall + DAY_MS)
  const fits = [before, after].filter((instant) => instant + offsetAt(zone, instant) === wall)
  return new Date(fits[0] ?? before).toISOString()
}

/** Milliseconds that the zone's clocks are ahead of UTC. */
function offsetAt(zone: string, instant: number): number {
  const p = clockIn(zone, instant)
  const shown = Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`)
  return shown - Math.floor(instant / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function clockIn(zone: string, instant: number): Record<string, string> {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-AU', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    })
    formats.set(zone, format)
  }
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
}
