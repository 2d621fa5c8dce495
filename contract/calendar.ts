/**
 * Calendar days as texts ('2026-11-24') and months as texts ('2026-11'): arithmetic and names without a time zone, so
 * that server and browser return the same days and words in any zone and language.
 */
export type Day = string
export type Month = string

/** The zone of the lender's staff, of meetings and of reports. */
export const SYDNEY = 'Australia/Sydney'

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const DAY_MS = 86_400_000

const msOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

/** True for a day that exists, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(msOf(text)).toJSON()?.slice(0, 10) === text
}

export function addDays(day: Day, count: number): Day {
  return dayOf(msOf(day) + count * DAY_MS)
}

/** Days from one day to another; 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((msOf(to) - msOf(from)) / DAY_MS)
}

/** Every day from the first to the last, both included; empty when the last is earlier than the first. */
export function daysFromTo(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))
}

/** ISO weekday, 1 = Monday to 7 = Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(msOf(day)).getUTCDay() || 7
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

export function addMonths(month: Month, count: number): Month {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return date.toISOString().slice(0, 7)
}

export function firstDayOf(month: Month): Day {
  return `${month}-01`
}

export function lastDayOf(month: Month): Day {
  return addDays(firstDayOf(addMonths(month, 1)), -1)
}

/** The same day of another month, or its last day where the month is shorter. */
export function sameDayIn(month: Month, day: Day): Day {
  const wanted = `${month}-${day.slice(8)}`
  const last = lastDayOf(month)
  return wanted < last ? wanted : last
}

// written out rather than left to Intl, whose spaces and commas change with the version of its data
const weekdayName = (day: Day): string => weekdayNames[weekdayOf(day) - 1] ?? ''
const monthWord = (month: Month): string => monthNames[Number(month.slice(5, 7)) - 1] ?? ''
const dayNumber = (day: Day): number => Number(day.slice(8, 10))

/** 'Tuesday 24 November 2026' */
export function dayName(day: Day): string {
  return `${weekdayName(day)} ${longDay(day)}`
}

/** '24 November 2026' */
export function longDay(day: Day): string {
  return `${dayNumber(day)} ${monthWord(day)} ${day.slice(0, 4)}`
}

/** 'Tue 24 Nov'; with `year`, 'Tue 24 Nov 2026'. */
export function shortDayName(day: Day, year = false): string {
  const text = `${weekdayName(day).slice(0, 3)} ${dayNumber(day)} ${monthWord(day).slice(0, 3)}`
  return year ? `${text} ${day.slice(0, 4)}` : text
}

/** 'November 2026' */
export function monthName(month: Month): string {
  return `${monthWord(month)} ${month.slice(0, 4)}`
}
