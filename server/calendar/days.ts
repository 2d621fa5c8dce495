import { addDays, SYDNEY, weekdayOf } from '#contract/calendar.ts'
import { holidayTable } from './holidays.ts'

// The same few times of the same few days come up for every BDM: answers are kept.
const MEMO_LIMIT = 20_000
const instants = new Map<string, number | null>()

/** Within half an hour that starts at a round one, no zone of today changes its date or its hour. */
const STEP_MS = 30 * 60_000

/**
 * Epoch milliseconds of a wall-clock time in Sydney; null for one that the clocks skip, the first of the two for one
 * that they repeat. @param time HH:MM
 */
export function sydneyInstant(date: string, time: string): number | null {
  const key = `${date} ${time}`
  const known = instants.get(key)
  if (known !== undefined) return known
  if (instants.size >= MEMO_LIMIT) instants.clear()
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
  const at = wall.toZonedDateTime(SYDNEY, { disambiguation: 'earlier' })
  const found = at.toPlainDateTime().equals(wall) ? at.epochMilliseconds : null
  instants.set(key, found)
  return found
}

/** The instant at which a day begins in Sydney. */
export function sydneyMidnight(date: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(SYDNEY).epochMilliseconds)
}

/** The day that it is in a zone, YYYY-MM-DD. @param at epoch milliseconds, or a Date */
export function dateIn(at: number | Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(Number(at)).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** The day that it is in Sydney, YYYY-MM-DD. */
export const sydneyDate = (at: number | Date): string => dateIn(at, SYDNEY)

export interface SydneyHour {
  /** YYYY-MM-DD */
  day: string
  /** True from midnight to one o'clock. */
  first: boolean
}

let last: { step: number; hour: SydneyHour } | undefined

/** Day and hour in Sydney. Every visit needs them, so the answer for the current half hour is kept. */
export function sydneyHour(at: Date): SydneyHour {
  const step = Math.floor(at.getTime() / STEP_MS)
  if (last?.step !== step) {
    const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(SYDNEY)
    last = { step, hour: { day: local.toPlainDate().toString(), first: local.hour === 0 } }
  }
  return last.hour
}

/** From Monday's midnight to the next one's, in Sydney: the week that contains an instant. */
export function weekOf(at: number): { from: Date; to: Date } {
  const date = sydneyDate(at)
  const monday = addDays(date, 1 - weekdayOf(date))
  return { from: sydneyMidnight(monday), to: sydneyMidnight(addDays(monday, 7)) }
}

const years = new Set(holidayTable.years.map(String))
const holidays = new Set(holidayTable.states.NSW.filter(({ from }) => !from).map(({ date }) => date))

/** False on weekends, on public holidays of the country and of New South Wales, and in years without a table. */
export function isBusinessDay(date: string): boolean {
  return years.has(date.slice(0, 4)) && weekdayOf(date) <= 5 && !holidays.has(date)
}
