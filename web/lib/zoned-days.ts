/** Conversions between instants and a zone's calendar days (YYYY-MM-DD) and clock times. */
import type { Day } from '#contract/calendar.ts'

const DAY_MS = 86_400_000

/** The zone's calendar day at an instant; undefined: the browser's zone. */
export function dayIn(zone: string | undefined, now: number | string): Day {
  const p = clockIn(zone, new Date(now).getTime())
  return `${p.year}-${p.month}-${p.day}`
}

/** The zone's clock time, HH:MM or HH:MM:SS, at an instant; undefined: the browser's zone. */
export function timeIn(
  zone: string | undefined,
  now: number | string,
  to: 'minutes' | 'seconds' = 'minutes',
): string {
  const p = clockIn(zone, new Date(now).getTime())
  return to === 'minutes' ? `${p.hour}:${p.minute}` : `${p.hour}:${p.minute}:${p.second}`
}

/**
 * The instant of a local day and time in the zone. A time skipped by daylight saving moves forward by the skipped
 * hour; a repeated time is the first of the two.
 */
export function instantAt(zone: string, day: string, time: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`)
  // the offsets before and after a possible change to or from daylight saving
  const before = wall - offsetAt(zone, wall - DAY_MS)
  const after = wall - offsetAt(zone, wall + DAY_MS)
  const fits = [before, after].filter((instant) => instant + offsetAt(zone, instant) === wall)
  return new Date(fits[0] ?? before).toISOString()
}

/** The zone's UTC offset in milliseconds. */
export function offsetAt(zone: string, instant: number): number {
  const p = clockIn(zone, instant)
  const shown = Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`)
  return shown - Math.floor(instant / 1000) * 1000
}

/** Cache by zone: creating a format costs more than using it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()
const labels = new Map<string | undefined, Intl.DateTimeFormat>()

/** Only numbers are taken from Intl: its words and spaces differ between browsers. */
function clockIn(zone: string | undefined, instant: number): Record<string, string> {
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

/** 'AEDT', 'AWST': the zone's abbreviation at an instant. */
export function zoneLabelIn(zone: string | undefined, instant: number): string {
  let format = labels.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' })
    labels.set(zone, format)
  }
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** The browser's zone; null where it gives none. */
export function ownZone(): string | null {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || null
}
