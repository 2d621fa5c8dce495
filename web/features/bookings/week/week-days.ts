/** The week that an address selects, and its title. Days are Sydney's. */
import { addDays, type Day, isDay, shortDayName, weekdayOf } from '#contract/calendar.ts'

const FIRST = '2000-01-03'
const LAST = '2099-12-25'

/** The day that the address names, on a weekend the Monday after; today's where it names none. */
export function shownDay(text: string, today: Day): Day {
  const day = isDay(text) && text >= FIRST && text <= LAST ? text : today
  return weekdayOf(day) > 5 ? addDays(day, 8 - weekdayOf(day)) : day
}

export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))
export const fridayOf = (day: Day): Day => addDays(mondayOf(day), 4)

/** The same day of another week; null beyond the days that there are. */
export function weekAfter(day: Day, count: number): Day | null {
  return within(addDays(day, count * 7))
}

/** The next day from Monday to Friday, or the one before. */
export function weekdayAfter(day: Day, count: 1 | -1): Day | null {
  let next = addDays(day, count)
  while (weekdayOf(next) > 5) next = addDays(next, count)
  return within(next)
}

const within = (day: Day): Day | null => (day >= FIRST && day <= LAST ? day : null)

/** 'Mon 23 Nov – Fri 27 Nov 2026', 'Mon 28 Dec 2026 – Fri 1 Jan 2027' */
export function weekName(monday: Day): string {
  const friday = addDays(monday, 4)
  const [first, last] = [monday.slice(0, 4), friday.slice(0, 4)]
  return `${shortDayName(monday, first !== last)} – ${shortDayName(friday, true)}`
}
