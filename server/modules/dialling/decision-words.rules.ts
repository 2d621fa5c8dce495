import type { Place } from '#server/calendar/places.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${Object.keys(options).join()}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-AU', { timeZone: zone, ...options })
  formatters.set(key, made)
  return made
}

/** 'Mon 23 Nov 2026, 9:00 am AWST'; the year only where it is not that of `now`. */
export function whenText(at: Date, place: Place, now: Date): string {
  const zone = place.zone ?? 'Australia/Sydney'
  const year = (date: Date) => formatter(zone, { year: 'numeric' }).format(date)
  const time = partsOf(at, zone, { hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' })
  const clock = `${time.hour}:${time.minute} ${time.dayPeriod?.toLowerCase()} ${time.timeZoneName}`
  return `${dayText(at, zone)}${year(at) === year(now) ? '' : ` ${year(at)}`}, ${clock}`
}

/** 'Mon 23 Nov' */
export function dayText(at: Date, zone: string): string {
  const part = partsOf(at, zone, { weekday: 'short', day: 'numeric', month: 'short' })
  return `${part.weekday} ${part.day} ${part.month}`
}

/** 'Mon 23 Nov 2026'. @param date YYYY-MM-DD, or an ISO instant, told as its date in Sydney */
export function dateText(date: string): string {
  const dayOnly = date.length === 10
  const at = new Date(dayOnly ? `${date}T00:00:00Z` : date)
  const zone = dayOnly ? 'UTC' : 'Australia/Sydney'
  return `${dayText(at, zone)} ${formatter(zone, { year: 'numeric' }).format(at)}`
}

function partsOf(at: Date, zone: string, options: Intl.DateTimeFormatOptions): Record<string, string> {
  const parts = formatter(zone, options).formatToParts(at)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** 'Perth'; 'all of Australia (place unknown)' where no zone is known. */
export function placeText(place: Place): string {
  if (!place.zone) return 'all of Australia (the broker’s state is unknown)'
  return (place.zone.split('/').at(-1) ?? place.zone).replaceAll('_', ' ')
}
