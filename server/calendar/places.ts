import type { Region } from '#contract/brokers/brokers.ts'
import { dateIn } from './days.ts'

/** The location of a called person. Null means unknown: then the strictest rules of all places apply. */
export interface Place {
  region: Region | null
  /** IANA zone. */
  zone: string | null
}

/** All zones of the states and territories, and of the islands that belong to them: the zones of an unknown place. */
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

/**
 * Christmas Island and the Cocos Islands, an hour and more after Perth, are only considered where a postcode names them:
 * an unknown place would otherwise lose 90 minutes a day for 2,300 people.
 */
const INDIAN_OCEAN = ['Indian/Christmas', 'Indian/Cocos'] as const

/**
 * Zones whose postcode also covers places on the clock of their state: Tibooburra and Packsaddle share 2880 with Broken
 * Hill, Norseman and Balladonia share 6443 with Eucla. Hours must hold by both clocks.
 */
const SHARED: Readonly<Record<string, string>> = {
  'Australia/Broken_Hill': 'Australia/Sydney',
  'Australia/Eucla': 'Australia/Perth',
}

type Zones = readonly [string, ...string[]]
const known = new Map<string, Zones>(
  [...australianZones, ...INDIAN_OCEAN].map((zone) => [zone, SHARED[zone] ? [zone, SHARED[zone]] : [zone]]),
)
/** Where the state contradicts the postcode of an island: the island's hours and those of the whole country. */
const doubtful = new Map<string, Zones>(INDIAN_OCEAN.map((zone) => [zone, [zone, ...australianZones]]))

/**
 * The zones whose hours apply to a place: its own (first) and those that share its postcode, or all if its zone is unknown
 * or not Australian.
 */
export function zonesOf({ zone, region }: Place): Zones {
  if (zone === null) return australianZones
  const doubt = region !== null && region !== 'WA' ? doubtful.get(zone) : undefined
  return doubt ?? known.get(zone) ?? australianZones
}

/** The local date at an instant; for an unknown place the earliest possible one, Perth's. */
export function localDate(at: number, place: Place): string {
  return dateIn(at, place.zone !== null && known.has(place.zone) ? place.zone : 'Australia/Perth')
}

/** Hours since Sunday midnight at the place, 0 to 167, as calls are counted. */
export function hourOfWeek(at: number, zone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return (local.dayOfWeek % 7) * 24 + local.hour
}

// Zone arithmetic takes microseconds and the same few dates are needed for every broker, so results are cached.
const MEMO_LIMIT = 50_000
const midnights = new Map<string, number>()

/** Epoch milliseconds of a wall-clock time; a time skipped by daylight saving moves forward. @param time HH:MM */
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

/** Midnight of a day without a clock change; NaN for a day with one. */
function steadyMidnight(date: string, zone: string): number {
  const day = zoned(date, '00:00', zone)
  return day.hoursInDay === 24 ? day.epochMilliseconds : Number.NaN
}

function zoned(date: string, time: string, zone: string): Temporal.ZonedDateTime {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time })
}
