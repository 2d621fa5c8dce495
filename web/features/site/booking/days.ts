/**
 * Calendar days as texts ('2026-11-24') and months as texts ('2026-11'): pure arithmetic on the calendar, without a
 * zone, so that server and browser come to the same days and names whatever their clocks and languages are.
 */
export type Day = string
export type Month = string

const MS_A_DAY = 86_400_000

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const months = [
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

/** Headers of the calendar's columns: short to see, whole to hear. */
export const weekdayHeaders = weekdays.map((name) => ({ short: name.slice(0, 3), name }))

const msOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

export function addDays(day: Day, count: number): Day {
  return new Date(msOf(day) + count * MS_A_DAY).toISOString().slice(0, 10)
}

/** 0 = Monday to 6 = Sunday. */
export function weekdayOf(day: Day): number {
  return (new Date(msOf(day)).getUTCDay() + 6) % 7
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

/** Six weeks of seven days from Monday on: every month fits, and the calendar never changes its height. */
export function weeksOf(month: Month): Day[][] {
  const first = firstDayOf(month)
  const monday = addDays(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(monday, week * 7 + weekday)),
  )
}

const monthWord = (day: string): string => months[Number(day.slice(5, 7)) - 1] ?? ''
const weekdayWord = (day: Day): string => weekdays[weekdayOf(day)] ?? ''

/** 'Tuesday 24 November 2026' */
export function dayName(day: Day): string {
  return `${weekdayWord(day)} ${Number(day.slice(8))} ${monthWord(day)} ${day.slice(0, 4)}`
}

/** 'Tue 24 Nov' */
export function shortDayName(day: Day): string {
  return `${weekdayWord(day).slice(0, 3)} ${Number(day.slice(8))} ${monthWord(day).slice(0, 3)}`
}

/** 'November 2026' */
export function monthName(month: Month): string {
  return `${monthWord(month)} ${month.slice(0, 4)}`
}

/** Where a key moves the focus from `day`; null for a key that moves nothing. Never before `first`. */
export function dayAfterKey(key: string, day: Day, first: Day): Day | null {
  const to = target(key, day)
  if (to === null) return null
  return to < first ? first : to
}

function target(key: string, day: Day): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(day), -1), day)
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(day), 1), day)
    default:
      return null
  }
}
