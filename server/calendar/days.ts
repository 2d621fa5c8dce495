import { BOOKING_ZONE } from '#contract/bookings.ts'
import { holidayTable } from './holidays.ts'

// The same few times of the same few days come up for every BDM: answers are kept.
const MEMO_LIMIT = 20_000
const instants = new Map<string, number | null>()

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
  const at = wall.toZonedDateTime(BOOKING_ZONE, { disambiguation: 'earlier' })
  const found = at.toPlainDateTime().equals(wall) ? at.epochMilliseconds : null
  instants.set(key, found)
  return found
}

/** Midnight of a day in Sydney. */
export function sydneyMidnight(date: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(BOOKING_ZONE).epochMilliseconds)
}

/** The day that it is in Sydney, YYYY-MM-DD. */
export function sydneyDate(at: number | Date): string {
  return Temporal.Instant.fromEpochMilliseconds(Number(at))
    .toZonedDateTimeISO(BOOKING_ZONE)
    .toPlainDate()
    .toString()
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Every day from the first to the last, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** ISO weekday, 1 = Monday to 7 = Sunday. */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek
}

/** Monday to Monday, in Sydney, of the week in which something is. */
export function weekOf(at: number): { from: Date; to: Date } {
  const date = sydneyDate(at)
  const monday = addDays(date, 1 - weekdayOf(date))
  return { from: sydneyMidnight(monday), to: sydneyMidnight(addDays(monday, 7)) }
}

const years = new Set(holidayTable.years.map(String))
const holidays = new Set(holidayTable.states.NSW.filter(({ from }) => !from).map(({ date }) => date))

/** Weekends and public holidays of the country and of New South Wales have none; nor do years without a table. */
export function isBusinessDay(date: string): boolean {
  return years.has(date.slice(0, 4)) && weekdayOf(date) <= 5 && !holidays.has(date)
}
