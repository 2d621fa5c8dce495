import { addDays, SYDNEY, weekdayOf } from '#contract/calendar.ts'
import { holidayTable } from './holidays.ts'

// The same few times of the same few days are needed for every BDM, so results are cached.
const MEMO_LIMIT = 20_000
const instants = new Map<string, number | null>()

/** No current zone changes its date or hour within a half hour that starts on the hour or half hour. */
const STEP_MS = 30 * 60_000

/**
 * Epoch milliseconds of a wall-clock time in Sydney; null for a time skipped by daylight saving, the earlier instant for
 * a repeated one. @param time HH:MM
 */
export function sydneyInstant(date: string, time: string): number | null {
  const key = `${date} ${time}`
  const cached = instants.get(key)
  if (cached !== undefined) return cached
  if (instants.size >= MEMO_LIMIT) instants.clear()
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
  const at = wall.toZonedDateTime(SYDNEY, { disambiguation: 'earlier' })
  const found = at.toPlainDateTime().equals(wall) ? at.epochMilliseconds : null
  instants.set(key, found)
  return found
}

/** The start of a day in Sydney. */
export function sydneyMidnight(date: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(SYDNEY).epochMilliseconds)
}

/** Zones of today begin their days on a quarter of an hour at the finest. */
const QUARTER_MS = 15 * 60_000
const lastDays = new Map<string, { quarter: number; day: string }>()

/**
 * The date in a zone, YYYY-MM-DD. Callers query thousands of brokers at about the same time, so the last result of each
 * zone is cached. @param at epoch milliseconds, or a Date
 */
export function dateIn(at: number | Date, zone: string): string {
  const quarter = Math.floor(Number(at) / QUARTER_MS)
  const last = lastDays.get(zone)
  if (last?.quarter === quarter) return last.day
  const day = Temporal.Instant.fromEpochMilliseconds(Number(at))
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
  lastDays.set(zone, { quarter, day })
  return day
}

/** The date in Sydney, YYYY-MM-DD. */
export const sydneyDate = (at: number | Date): string => dateIn(at, SYDNEY)

export interface SydneyHour {
  /** YYYY-MM-DD */
  day: string
  /** True from midnight to one o'clock. */
  first: boolean
}

let lastHour: { step: number; hour: SydneyHour } | undefined

/** Day and hour in Sydney. Every visit needs them, so the result for the current half hour is cached. */
export function sydneyHour(at: Date): SydneyHour {
  const step = Math.floor(at.getTime() / STEP_MS)
  if (lastHour?.step !== step) {
    const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(SYDNEY)
    lastHour = { step, hour: { day: local.toPlainDate().toString(), first: local.hour === 0 } }
  }
  return lastHour.hour
}

/** The week that contains an instant, from Monday midnight to Monday midnight in Sydney. */
export function weekOf(at: number): { from: Date; to: Date } {
  const date = sydneyDate(at)
  const monday = addDays(date, 1 - weekdayOf(date))
  return { from: sydneyMidnight(monday), to: sydneyMidnight(addDays(monday, 7)) }
}

const years = new Set(holidayTable.years.map(String))
const holidays = new Map(
  holidayTable.states.NSW.filter(({ from }) => !from).map(({ date, name }) => [date, name]),
)

/** False on weekends, national and NSW public holidays, and in years without a holiday table. */
export function isBusinessDay(date: string): boolean {
  return years.has(date.slice(0, 4)) && weekdayOf(date) <= 5 && !holidays.has(date)
}

/** Why a day is no business day: 'Weekend', or a holiday's name; null on a business day. */
export function closedReason(date: string): string | null {
  if (isBusinessDay(date)) return null
  if (!years.has(date.slice(0, 4))) return 'Too far away'
  return holidays.get(date) ?? 'Weekend'
}
