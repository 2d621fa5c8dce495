/** Instants formatted for the booking screens. Pure. */
import { BOOKING_ZONE, MEETING_MINUTES } from '#contract/bookings/bookings.ts'
import { type Day, dayName, shortDayName } from '#contract/calendar.ts'
import { formatTime } from '#web/lib/dates.ts'
import { dayIn, offsetAt, zoneLabelIn } from '#web/lib/zoned-days.ts'

interface WallTime {
  day: Day
  /** '9:00 AM' */
  time: string
  /** Minutes that the zone is ahead of UTC at that instant. */
  offset: number
}

const MS_A_MINUTE = 60_000

/** Calendar and clock of `zone`; the clock in the form of the slots, which the specification sets in capitals. */
function wallTime(ms: number, zone: string): WallTime {
  return {
    day: dayIn(zone, ms),
    time: formatTime(ms, zone).toUpperCase(),
    offset: offsetAt(zone, ms) / MS_A_MINUTE,
  }
}

/** Sydney's calendar day at an instant. */
export function sydneyDay(instant: string): Day {
  return wallTime(Date.parse(instant), BOOKING_ZONE).day
}

/** 'AEDT' or 'AEST', as it is on that day in Sydney. */
export function zoneLabel(instant: string): string {
  return zoneLabelIn(BOOKING_ZONE, Date.parse(instant))
}

function rangeIn(start: string, zone: string): { day: Day; text: string } {
  const ms = Date.parse(start)
  const from = wallTime(ms, zone)
  const to = wallTime(ms + MEETING_MINUTES * MS_A_MINUTE, zone)
  return { day: from.day, text: `${from.time} to ${to.time}` }
}

/** The calendar day of a person at an instant. @param zone of the person; null: Sydney */
export function personDay(instant: string, zone: string | null): Day {
  return wallTime(Date.parse(instant), zone ?? BOOKING_ZONE).day
}

/** '7:00 AM to 8:00 AM Perth time'; where the person's clock agrees with Sydney's '10:00 AM to 11:00 AM AEDT' */
export function personRange(start: string, zone: string | null): string {
  if (zone === null || !differing(start, zone))
    return `${rangeIn(start, BOOKING_ZONE).text} ${zoneLabel(start)}`
  return `${rangeIn(start, zone).text} ${placeOf(zone)} time`
}

/** '10:00 AM to 11:00 AM AEDT in Sydney', with the day where it is another; null where the person's clock agrees. */
export function sydneyRange(start: string, zone: string | null): string | null {
  const own = differing(start, zone)
  if (!own) return null
  const { day, text } = rangeIn(start, BOOKING_ZONE)
  return `${own.day === day ? '' : `${shortDayName(day)}, `}${text} ${zoneLabel(start)} in Sydney`
}

/** '7:00 AM to 8:00 AM Perth time on Tuesday 24 November 2026 (10:00 AM to 11:00 AM AEDT in Sydney)' */
export function personMeeting(start: string, zone: string | null): string {
  const sydney = sydneyRange(start, zone)
  const own = `${personRange(start, zone)} on ${dayName(personDay(start, zone))}`
  return sydney ? `${own} (${sydney})` : own
}

/** '6:30 AM Perth time (9:30 AM in Sydney)'; where the person's clock agrees with Sydney's '9:30 AM AEDT' */
export function personClock(instant: string, zone: string | null): string {
  const own = differing(instant, zone)
  const sydney = wallTime(Date.parse(instant), BOOKING_ZONE).time
  if (!own || zone === null) return `${sydney} ${zoneLabel(instant)}`
  return `${own.time} ${placeOf(zone)} time (${sydney} in Sydney)`
}

/** '7:00 AM': the start on the person's clock, with the day where it is another than Sydney's; null where it agrees. */
export function personStart(start: string, zone: string | null): string | null {
  const own = differing(start, zone)
  if (!own) return null
  return own.day === sydneyDay(start) ? own.time : `${own.time} (${shortDayName(own.day)})`
}

function differing(start: string, zone: string | null): WallTime | null {
  if (zone === null) return null
  const ms = Date.parse(start)
  const own = wallTime(ms, zone)
  return own.offset === wallTime(ms, BOOKING_ZONE).offset ? null : own
}

/** 'Australia/Lord_Howe' → 'Lord Howe'; a zone that names no place is 'your own'. */
export function placeOf(zone: string): string {
  const [area, ...rest] = zone.split('/')
  const place = rest.at(-1)
  if (area === 'UTC') return 'UTC'
  return place && area !== 'Etc' ? place.replaceAll('_', ' ') : 'your own'
}
