import { dayName, longDay, SYDNEY, shortDayName } from '#contract/calendar.ts'
import { dateIn, sydneyDate } from './days.ts'
import type { Place } from './places.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
/** The last label of each zone. */
const labels = new Map<string, { at: number; label: string }>()

/** Abbreviations used on the islands; Intl has none. */
const ISLANDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Pacific/Norfolk': { 'GMT+11': 'NFT', 'GMT+12': 'NFDT' },
  'Indian/Christmas': { 'GMT+7': 'CXT' },
  'Indian/Cocos': { 'GMT+6:30': 'CCT' },
}

/** 'AWST', 'AEDT': the Australian abbreviation of the zone on that date. */
export function zoneLabel(at: Date, zone: string = SYDNEY): string {
  const last = labels.get(zone)
  if (last?.at === at.getTime()) return last.label
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' })
    formats.set(zone, format)
  }
  const short = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const label = ISLANDS[zone]?.[short] ?? short
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

/** 'Tue 24 Nov, 10:00 am AEDT', in Sydney; with the year if not that of `now`, for times that may be far ahead. */
export function shortTime(start: Date, now: Date = start): string {
  return localTime(start, { zone: SYDNEY }, now)
}

/** The zone of a person whose clock shows another time than Sydney's at this instant; null where it shows the same. */
function otherZone(at: Date, zone: string | null): string | null {
  if (zone === null || zone === SYDNEY) return null
  const here = dateIn(at, zone) === sydneyDate(at) && clockTime(at, zone) === clockTime(at, SYDNEY)
  return here ? null : zone
}

/**
 * A meeting for one person: their time first, Sydney's after it where it differs: 'Tue 24 Nov 2026, 8:00 am to 9:00 am
 * AWST (11:00 am to 12:00 pm in Sydney)'. @param zone of the person, or null
 */
export function meetingTimeFor(start: Date, end: Date, zone: string | null): string {
  const own = otherZone(start, zone)
  if (!own) return meetingTime(start, end)
  const times = (of: string): string => `${clockTime(start, of)} to ${clockTime(end, of)}`
  const day = `${shortDayName(dateIn(start, own), true)}, ${times(own)} ${zoneLabel(start, own)}`
  return `${day} (${sydneyDay(start, own)}${times(SYDNEY)} in Sydney)`
}

/** 'Tue 24 Nov, 8:00 am AWST (11:00 am in Sydney)', or in Sydney alone where both clocks agree */
export function shortTimeFor(start: Date, zone: string | null, now: Date = start): string {
  const own = otherZone(start, zone)
  if (!own) return shortTime(start, now)
  return `${localTime(start, { zone: own }, now)} (${sydneyDay(start, own)}${clockTime(start, SYDNEY)} in Sydney)`
}

/** 'Wed 25 Nov, ' where it is another day in Sydney */
const sydneyDay = (at: Date, zone: string): string =>
  dateIn(at, zone) === sydneyDate(at) ? '' : `${shortDayName(sydneyDate(at), false)}, `

/** 'Tuesday 24 November at 10 am', as spoken by an agent; in the person's zone, or in Sydney where it is null */
export function spokenTime(start: Date, zone: string | null = null): string {
  const own = zone ?? SYDNEY
  return `${spokenDay(start, own)} at ${spokenClock(start, own)}`
}

const spokenClock = (at: Date, zone: string): string => clockTime(at, zone).replace(':00', '')

/** '11 am': how a time is spoken in Sydney to a person whose clock differs; null where it does not */
export function spokenInSydney(start: Date, zone: string | null): string | null {
  return otherZone(start, zone) ? spokenClock(start, SYDNEY) : null
}

/**
 * Whose clock spoken times mean: 'Sydney time', or 'your time, that is 11 am and 2 pm in Sydney'.
 * @param inSydney of each time, by `spokenInSydney`
 */
export function spokenWhose(inSydney: readonly (string | null | undefined)[]): string {
  const times = inSydney.filter((time) => typeof time === 'string')
  return times.length === 0 ? 'Sydney time' : `your time, that is ${times.join(' and ')} in Sydney`
}

const OFFER_FROM = 8
const OFFER_TO = 18

/** Whether a meeting is between 8 am and 6 pm in a person's zone; true where the zone is null. */
export function isInOfficeHours(start: number, end: number, zone: string | null): boolean {
  if (zone === null) return true
  const [from, to] = [start, end].map((at) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone),
  )
  if (!from || !to || !from.toPlainDate().equals(to.toPlainDate())) return false
  return from.hour >= OFFER_FROM && to.hour * 60 + to.minute <= OFFER_TO * 60
}

/** The former time of a change, as spoken: '2 pm' on the same day, else 'Monday 23 November at 2 pm' */
export function spokenBefore(said: Date, instead: Date, zone: string | null = null): string {
  const own = zone ?? SYDNEY
  return dateIn(said, own) === dateIn(instead, own) ? spokenClock(said, own) : spokenTime(said, zone)
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
