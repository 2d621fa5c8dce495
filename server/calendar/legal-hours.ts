/** Decides when a person at a place in Australia may legally be called (Telemarketing Standard 2017, F2017L00323). */
import { type Region, regions } from '#contract/brokers/brokers.ts'
import { addDays, weekdayOf } from '#contract/calendar.ts'
import { type Holiday, type HolidayTable, holidayTable } from './holidays.ts'
import { instantOf, localDate, type Place, zonesOf } from './places.ts'
import { before, contains, firstAtOrAfter, intersect, type Span } from './spans.ts'

/** Increment when the same facts may give a different result. */
export const HOURS_RULES_VERSION = '3'

type Hours = readonly [from: string, to: string]

/** The permitted hours from an instant on, HH:MM; null: none on Saturdays. */
export interface DatedHours {
  /** Epoch ms. */
  from: number
  weekday: Hours
  saturday: Hours | null
}

/** Hours that change with time, in the order of their instants; the first apply always. */
export interface HoursTimeline {
  /** Differs between different timelines. */
  key: string
  spans: readonly DatedHours[]
}

export interface HoursPolicy {
  /** Absent: the hours of the Standard. */
  hours?: HoursTimeline
  /** True to bar calls on state public holidays too; the Standard itself bars only national ones. */
  respectStateHolidays: boolean
  /** Replaces the built-in table in tests. */
  table?: HolidayTable
}

export const STRICT: HoursPolicy = { respectStateHolidays: true }

const STANDARD: HoursTimeline = {
  key: '',
  spans: [{ from: Number.NEGATIVE_INFINITY, weekday: ['09:00', '20:00'], saturday: ['09:00', '17:00'] }],
}

// The longest run of days without permitted hours is Easter; two weeks leave a margin for any table.
const DAYS_AHEAD = 14

const unknownPlace: Place = { region: null, zone: null }

/** Whether a call may be placed; the hours include their start but not their end. */
export function isLegal(at: Date, place: Place, policy: HoursPolicy = STRICT): boolean {
  return contains(legalDay(place, localDate(at.getTime(), place), policy), at.getTime())
}

/** The first permitted instant at or after `at`; null when the holiday table ends before one is found. */
export function nextLegal(at: Date, place: Place, policy: HoursPolicy = STRICT): Date | null {
  let date = localDate(at.getTime(), place)
  for (let ahead = 0; ahead <= DAYS_AHEAD; date = addDays(date, 1), ahead++) {
    const found = firstAtOrAfter(legalDay(place, date, policy), at.getTime())
    if (found !== null) return new Date(found)
  }
  return null
}

/** Whether a call is legal everywhere in the country. */
export function wholeCountryLegal(at: Date): boolean {
  return isLegal(at, unknownPlace)
}

/** The first instant at or after `at` when a call is legal everywhere in the country; null beyond the holiday table. */
export function nextWholeCountryLegal(at: Date): Date | null {
  return nextLegal(at, unknownPlace)
}

/** Whether the holiday table covers the year of a local date; otherwise no calls are made. */
export function isCovered(date: string, table: HolidayTable = holidayTable): boolean {
  return yearsOf(table).has(date.slice(0, 4))
}

/** The holiday that bars all or part of a day at a place, or null. */
export function holidayAt(place: Place, date: string, policy: HoursPolicy = STRICT): Holiday | null {
  return holidaysAt(place, date, policy)[0] ?? null
}

const memos = new WeakMap<HolidayTable, Map<string, Span[]>>()
const MEMO_LIMIT = 20_000

/**
 * The permitted hours of a local date at a place. For an unknown place, the hours permitted in every zone, barring the
 * holidays of all states.
 */
export function legalDay(place: Place, date: string, policy: HoursPolicy): Span[] {
  const table = policy.table ?? holidayTable
  const memo = memoOf(table)
  const hours = policy.hours ?? STANDARD
  const key = `${place.zone}|${place.region}|${policy.respectStateHolidays}|${date}|${hours.key}`
  const known = memo.get(key)
  if (known) return known
  const spans = computeDay(place, date, policy, table)
  memo.set(key, spans)
  return spans
}

function memoOf(table: HolidayTable): Map<string, Span[]> {
  const known = memos.get(table)
  if (known && known.size < MEMO_LIMIT) return known
  const memo = new Map<string, Span[]>()
  memos.set(table, memo)
  return memo
}

function computeDay(place: Place, date: string, policy: HoursPolicy, table: HolidayTable): Span[] {
  if (!isCovered(date, table)) return []
  const holidays = holidaysAt(place, date, policy)
  if (holidays.some((holiday) => !holiday.from)) return []
  return zonesOf(place)
    .map((zone): Span[] => {
      const day = permittedHours(date, zone, policy.hours ?? STANDARD)
      return holidays.reduce((spans, { from = '00:00' }) => before(spans, instantOf(date, from, zone)), day)
    })
    .reduce(intersect)
}

/** Of a day on which the hours change, those before and those after that instant. */
function permittedHours(date: string, zone: string, { spans }: HoursTimeline): Span[] {
  return spans.flatMap((dated, at) => {
    const hours = hoursOn(date, dated)
    if (!hours) return []
    const since = at === 0 ? Number.NEGATIVE_INFINITY : dated.from
    const until = spans[at + 1]?.from ?? Number.POSITIVE_INFINITY
    return intersect([[instantOf(date, hours[0], zone), instantOf(date, hours[1], zone)]], [[since, until]])
  })
}

function hoursOn(date: string, { weekday, saturday }: DatedHours): Hours | null {
  const day = weekdayOf(date)
  if (day === 7) return null
  return day === 6 ? saturday : weekday
}

/** Norfolk Island is written with New South Wales and has services of Queensland; holidays of both bar calls. */
const alsoOf = ({ zone }: Place): readonly Region[] => (zone === 'Pacific/Norfolk' ? ['QLD'] : [])

const indexes = new WeakMap<HolidayTable, Map<string, Holiday[]>>()

function holidaysAt(place: Place, date: string, policy: HoursPolicy): Holiday[] {
  const table = policy.table ?? holidayTable
  const index = indexes.get(table) ?? indexOf(table)
  indexes.set(table, index)
  const states = place.region === null ? regions : [place.region, ...alsoOf(place)]
  const found = states.flatMap((state) => index.get(`${state} ${date}`) ?? [])
  return found.filter((holiday) => holiday.national || policy.respectStateHolidays)
}

function indexOf(table: HolidayTable): Map<string, Holiday[]> {
  const index = new Map<string, Holiday[]>()
  for (const state of regions) {
    for (const holiday of table.states[state]) index.set(`${state} ${holiday.date}`, [holiday])
  }
  return index
}

const years = new WeakMap<HolidayTable, Set<string>>()

function yearsOf(table: HolidayTable): Set<string> {
  const found = years.get(table) ?? new Set(table.years.map(String))
  years.set(table, found)
  return found
}
