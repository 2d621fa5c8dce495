// A second implementation of calling hours, written from the rules alone: Intl instead of Temporal, holidays computed
// instead of listed, one instant at a time instead of spans.
import type { Region } from '#contract/brokers/brokers.ts'
import type { CampaignWindow } from '#server/modules/dialling/calling-window.rules.ts'

export const homeZones: Record<Region, readonly string[]> = {
  NSW: ['Australia/Sydney', 'Australia/Broken_Hill', 'Australia/Lord_Howe', 'Pacific/Norfolk'],
  VIC: ['Australia/Melbourne'],
  QLD: ['Australia/Brisbane'],
  WA: ['Australia/Perth', 'Australia/Eucla', 'Indian/Christmas', 'Indian/Cocos'],
  SA: ['Australia/Adelaide'],
  TAS: ['Australia/Hobart'],
  ACT: ['Australia/Sydney'],
  NT: ['Australia/Darwin'],
}
const everyRegion = Object.keys(homeZones) as Region[] // the keys of the literal above
const everyZone = [...new Set(Object.values(homeZones).flat())].filter((zone) => !zone.startsWith('Indian/'))

/** Zones by which people with the postcode of this one live too. */
const sharing: Readonly<Record<string, readonly string[]>> = {
  'Australia/Broken_Hill': ['Australia/Sydney'],
  'Australia/Eucla': ['Australia/Perth'],
}
const clocksOf = (zone: string | null): readonly string[] =>
  zone ? [zone, ...(sharing[zone] ?? [])] : everyZone

/**
 * Clocks at postcodes off the usual ones, by Australia Post's localities: minutes from UTC in July and in January. Several
 * where the postcode crosses a border; then the first is that of its own state.
 */
export const clocksByPostcode: Readonly<
  Record<string, readonly (readonly [july: number, january: number])[]>
> = {
  '0872': [
    [570, 570],
    [570, 630],
    [480, 480],
  ],
  '2406': [
    [600, 660],
    [600, 600],
  ],
  '2540': [[600, 660]],
  '2620': [[600, 660]],
  '2880': [
    [570, 630],
    [600, 660],
  ],
  '2898': [[630, 660]],
  '2899': [[660, 720]],
  '4375': [
    [600, 600],
    [600, 660],
  ],
  '4383': [
    [600, 600],
    [600, 660],
  ],
  '4385': [
    [600, 600],
    [600, 660],
  ],
  '4825': [
    [600, 600],
    [570, 570],
  ],
  '5690': [[570, 630]],
  '6443': [
    [525, 525],
    [480, 480],
  ],
  '6798': [[420, 420]],
  '6799': [[390, 390]],
  '0200': [[600, 660]],
  '0810': [[570, 570]],
  '1235': [[600, 660]],
  '8001': [[600, 660]],
  '9726': [[600, 600]],
  '6992': [[480, 480]],
  '5942': [[570, 630]],
  '7250': [[600, 660]],
}

/** States that decide for a postcode across a border. */
const ownStates: Readonly<Record<string, Region>> = {
  ...{ '0872': 'NT', '2406': 'NSW', '4375': 'QLD', '4383': 'QLD', '4385': 'QLD', '4825': 'QLD' },
}

/** Whether the clocks of a postcode show permitted hours at an instant in July or January. */
export function oracleInsideHours(at: number, postcode: string, region: Region | null): boolean {
  const summer = new Date(at).getUTCMonth() === 0
  const clocks = clocksByPostcode[postcode] ?? []
  const decided = region !== null && region === ownStates[postcode]
  return (decided ? clocks.slice(0, 1) : clocks).every(([july, january]) => {
    const wall = new Date(at + (summer ? january : july) * 60_000)
    const until = [0, 20, 20, 20, 20, 20, 17][wall.getUTCDay()] ?? 0
    return wall.getUTCHours() >= 9 && wall.getUTCHours() < until
  })
}

interface Wall {
  year: number
  month: number
  day: number
  /** 0 is Sunday. */
  weekday: number
  minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function wallClock(at: number, zone: string): Wall {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    formats.set(zone, format)
  }
  // en-GB short: 23/11/2026, 09:00
  const [day, month, year, hour, minute] = (format.format(at).match(/\d+/g) ?? []).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ] // the format has five numbers
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { year, month, day, weekday, minute: hour * 60 + minute }
}

/** Days after 1 March; Gauss's Easter for 1900 to 2099. */
function easter(year: number): { month: number; day: number } {
  const d = (19 * (year % 19) + 24) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7
  let offset = 22 + d + e
  if (offset === 57) offset = 50
  if (d === 28 && e === 6 && offset === 56) offset = 49
  return offset > 31 ? { month: 4, day: offset - 31 } : { month: 3, day: offset }
}

const daysFrom = (year: number, a: { month: number; day: number }, b: { month: number; day: number }) =>
  (Date.UTC(year, b.month - 1, b.day) - Date.UTC(year, a.month - 1, a.day)) / 86_400_000

const is = (wall: Wall, month: number, day: number) => wall.month === month && wall.day === day
/** The nth Monday (Tuesday …) of a month. */
const nth = (wall: Wall, n: number, weekday: number, month: number) =>
  wall.month === month && wall.weekday === weekday && Math.ceil(wall.day / 7) === n

const MONDAY = 1
const ANZAC_SATURDAY = new Set<Region>(['NSW', 'WA', 'ACT'])
const ANZAC_SUNDAY = new Set<Region>(['NSW', 'WA', 'ACT', 'QLD', 'NT'])

function nationalHoliday(wall: Wall, region: Region): boolean {
  const { weekday } = wall
  const sinceEaster = daysFrom(wall.year, easter(wall.year), wall)
  if (sinceEaster === -2 || sinceEaster === 1) return true
  for (const [month, day] of [
    [1, 1],
    [1, 26],
    [4, 25],
    [12, 25],
    [12, 26],
  ] as const) {
    if (is(wall, month, day)) return true
  }
  const monday = weekday === MONDAY
  if (monday && (is(wall, 1, 2) || is(wall, 1, 3) || is(wall, 1, 27) || is(wall, 1, 28))) return true
  if (monday && is(wall, 4, 27) && ANZAC_SATURDAY.has(region)) return true
  if (monday && is(wall, 4, 26) && ANZAC_SUNDAY.has(region)) return true
  // Christmas on Saturday or Sunday moves to the 27th, Boxing Day on Saturday or Sunday to the 28th
  if (is(wall, 12, 27) && (weekday === 1 || weekday === 2)) return true
  return is(wall, 12, 28) && (weekday === 1 || weekday === 2)
}

// gazetted year by year: the Friday before the AFL Grand Final, as expected
const grandFinalFridays = new Set(['2025-9-26', '2026-9-25', '2027-9-24'])

const stateRules: Record<Region, (wall: Wall) => boolean> = {
  NSW: (w) => nth(w, 2, 1, 6) || nth(w, 1, 1, 10),
  VIC: (w) =>
    nth(w, 2, 1, 3) ||
    nth(w, 2, 1, 6) ||
    nth(w, 1, 2, 11) ||
    grandFinalFridays.has(`${w.year}-${w.month}-${w.day}`),
  QLD: (w) => nth(w, 1, 1, 5) || nth(w, 1, 1, 10) || (is(w, 12, 24) && w.minute >= 18 * 60),
  WA: (w) => nth(w, 1, 1, 3) || nth(w, 1, 1, 6) || (w.month === 9 && w.weekday === 1 && w.day > 23),
  SA: (w) => nth(w, 2, 1, 3) || nth(w, 2, 1, 6) || nth(w, 1, 1, 10) || evening(w),
  TAS: (w) => nth(w, 2, 1, 3) || nth(w, 2, 1, 6),
  ACT: (w) =>
    nth(w, 2, 1, 3) ||
    nth(w, 2, 1, 6) ||
    nth(w, 1, 1, 10) ||
    (w.weekday === 1 && ((w.month === 5 && w.day >= 27) || (w.month === 6 && w.day <= 2))),
  NT: (w) => nth(w, 1, 1, 5) || nth(w, 2, 1, 6) || nth(w, 1, 1, 8) || evening(w),
}
const EASTER_SATURDAY = new Set<Region>(['NSW', 'VIC', 'QLD', 'SA', 'ACT', 'NT'])

function evening(wall: Wall): boolean {
  return (is(wall, 12, 24) || is(wall, 12, 31)) && wall.minute >= 19 * 60
}

function stateHoliday(wall: Wall, region: Region): boolean {
  const saturday = daysFrom(wall.year, easter(wall.year), wall) === -1 && EASTER_SATURDAY.has(region)
  return saturday || stateRules[region](wall)
}

export interface OraclePlace {
  region: Region | null
  zone: string | null
}

export function oracleLegal(at: number, place: OraclePlace, respectStateHolidays: boolean): boolean {
  const zones = clocksOf(place.zone)
  const norfolk: Region[] = place.zone === 'Pacific/Norfolk' ? ['QLD'] : []
  const states = place.region ? [place.region, ...norfolk] : everyRegion
  return zones.every((zone) => {
    const wall = wallClock(at, zone)
    const until = [0, 20, 20, 20, 20, 20, 17][wall.weekday] ?? 0
    if (wall.minute < 9 * 60 || wall.minute >= until * 60) return false
    return states.every(
      (state) => !nationalHoliday(wall, state) && !(respectStateHolidays && stateHoliday(wall, state)),
    )
  })
}

export function oracleOpen(
  at: number,
  place: OraclePlace,
  window: CampaignWindow,
  respectStateHolidays: boolean,
): boolean {
  if (!oracleLegal(at, place, respectStateHolidays)) return false
  const zones = window.respectLocalTime ? clocksOf(place.zone) : [window.zone]
  return zones.every((zone) => {
    const wall = wallClock(at, zone)
    const inside = wall.minute >= minutes(window.start) && wall.minute < minutes(window.end)
    return inside && window.days.includes(String(wall.weekday))
  })
}

function minutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
