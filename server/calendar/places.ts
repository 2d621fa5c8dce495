import type { Region } from '#contract/brokers.ts'
import { dateIn } from './days.ts'

/** Where a called person is. A null means unknown, and the strictest reading of all places then counts. */
export interface Place {
  region: Region | null
  /** IANA zone. */
  zone: string | null
}

/** Every zone of the inhabited states and of the islands that Australian postcodes lead to. */
export const australianZones = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Australia/Perth',
  'Australia/Eucla',
  'Australia/Hobart',
  'Australia/Broken_Hill',
  'Australia/Lord_Howe',
  'Pacific/Norfolk',
] as const

/** Zones to judge a place by: its own, or all of them where it is unknown or no zone that is known. */
export function zonesOf(place: Place): readonly string[] {
  return place.zone !== null && isZone(place.zone) ? [place.zone] : australianZones
}

const known = new Map<string, boolean>()

function isZone(zone: string): boolean {
  let answer = known.get(zone)
  if (answer === undefined) {
    answer = australianZones.some((each) => each === zone)
    known.set(zone, answer)
  }
  return answer
}

/** The place's date at an instant; for an unknown place the earliest date that it may have there. */
export function localDate(at: number, place: Place): string {
  return dateIn(at, place.zone !== null && isZone(place.zone) ? place.zone : 'Australia/Perth')
}

// Zone arithmetic costs microseconds and the same few dates come up for every broker: answers are kept.
const MEMO_LIMIT = 50_000
const midnights = new Map<string, number>()

/** Epoch milliseconds of a wall-clock time; in the gap of a clock change the time after it. @param time HH:MM */
export function instantOf(date: string, time: string, zone: string): number {
  const key = `${date} ${zone}`
  let midnight = midnights.get(key)
  if (midnight === undefined) {
    if (midnights.size >= MEMO_LIMIT) midnights.clear()
    midnight = steadyMidnight(date, zone)
    midnights.set(key, midnight)
  }
  if (Number.isNaN(midnight)) return zoned(date, time, zone).epochMilliseconds
  return midnight + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000
}

/** Midnight of a day without a clock change; NaN where the day has one. */
function steadyMidnight(date: string, zone: string): number {
  const day = zoned(date, '00:00', zone)
  return day.hoursInDay === 24 ? day.epochMilliseconds : Number.NaN
}

function zoned(date: string, time: string, zone: string): Temporal.ZonedDateTime {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time })
}
