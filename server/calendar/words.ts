import { dayName, longDay, SYDNEY, shortDayName } from '#contract/calendar.ts'
import { dateIn, sydneyDate } from './days.ts'
import type { Place } from './places.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
/** Of the last instant that was asked about. */
const labels = new Map<string, { at: number; label: string }>()

/** 'AWST', 'AEDT': the Australian abbreviation of the zone on that date. */
export function zoneLabel(at: Date, zone: string = SYDNEY): string {
  const last = labels.get(zone)
  if (last?.at === at.getTime()) return last.label
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' })
    formats.set(zone, format)
  }
  const label = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  labels.set(zone, { at: at.getTime(), label })
  return label
}

/** '9:00 am' in a zone; formatted by hand, because the spaces of Intl vary with the version of its data. */
function clockTime(at: Date, zone: string): string {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** 'Tue 24 Nov 2026, 10:00 am to 11:00 am AEDT', in Sydney */
export function meetingTime(start: Date, end: Date): string {
  const times = `${clockTime(start, SYDNEY)} to ${clockTime(end, SYDNEY)}`
  return `${shortDayName(sydneyDate(start), true)}, ${times} ${zoneLabel(start)}`
}

/** 'Tue 24 Nov, 10:00 am AEDT', in Sydney; with the year if not that of `now`, for what may be far ahead. */
export function shortTime(start: Date, now: Date = start): string {
  return localTime(start, { zone: SYDNEY }, now)
}

/** 'Tuesday 24 November at 10 am', in Sydney, as spoken by an agent */
export function spokenTime(start: Date): string {
  return `${spokenDay(start, SYDNEY)} at ${clockTime(start, SYDNEY).replace(':00', '')}`
}

/** What another time was changed from, as it was spoken: '2 pm' on the same day, else 'Monday 23 November at 2 pm' */
export function spokenBefore(said: Date, instead: Date): string {
  const sameDay = sydneyDate(said) === sydneyDate(instead)
  return sameDay ? clockTime(said, SYDNEY).replace(':00', '') : spokenTime(said)
}

/** 'Tuesday 24 November', as spoken by an agent; the day in Sydney if the zone is unknown */
export function spokenDay(at: Date, zone: string | null): string {
  return dayName(dateIn(at, zone ?? SYDNEY)).slice(0, -' 2026'.length)
}

/** 'Mon 23 Nov, 9:00 am AWST', local to the place (Sydney if unknown); with the year if not that of `now`. */
export function localTime(at: Date, place: Pick<Place, 'zone'>, now: Date): string {
  const zone = place.zone ?? SYDNEY
  const day = dateIn(at, zone)
  const otherYear = day.slice(0, 4) !== dateIn(now, zone).slice(0, 4)
  return `${shortDayName(day, otherYear)}, ${clockTime(at, zone)} ${zoneLabel(at, zone)}`
}

/** 'Mon 23 Nov 2026'. @param date YYYY-MM-DD, or an ISO instant, shown as its date in Sydney */
export function dateText(date: string): string {
  return shortDayName(date.length === 10 ? date : sydneyDate(new Date(date)), true)
}

/** '21 December 2026', in Sydney */
export function longDate(at: Date): string {
  return longDay(sydneyDate(at))
}

/** 'Perth'; all of Australia for an unknown zone, because the strictest zone applies */
export function placeText({ zone, region }: Place): string {
  if (zone) return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  if (!region) return 'all of Australia (the broker’s state is unknown)'
  return 'all of Australia (the broker’s state and postcode do not give one time zone)'
}
