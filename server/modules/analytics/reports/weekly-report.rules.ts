// Decides when the report of a week is sent, and which week it covers.

import { addDays, type Day, shortDayName, weekdayOf } from '#contract/calendar.ts'
import { sydneyDate, sydneyInstant, sydneyMidnight } from '#server/calendar/days.ts'
import type { Period } from '#server/modules/microsites/attribution.rules.ts'

/** In Sydney, by whose time the lender works. */
const FROM_TIME = '07:00'
const MONDAY = 1

export interface DueReport {
  /** The day on which it is sent; there is one report for each. */
  monday: Day
  /** The week before, Monday to Sunday. */
  period: Period
  /** Seven in the morning: a later subscriber gets the next one. */
  from: Date
  /** The end of the Monday: later it would be old news. */
  until: Date
}

/** The report that is due at this instant; null before seven on Mondays, and on all other days. */
export function dueReport(now: Date): DueReport | null {
  const monday = sydneyDate(now)
  if (weekdayOf(monday) !== MONDAY) return null
  const from = sydneyInstant(monday, FROM_TIME)
  if (from === null || now.getTime() < from) return null
  return {
    monday,
    period: { from: addDays(monday, -7), to: addDays(monday, -1) },
    from: new Date(from),
    until: sydneyMidnight(addDays(monday, 1)),
  }
}

/** Begins with the person, so that whatever of theirs is not sent yet can be taken back. */
export const occasionsOf = (userId: number): string => `weekly-report:${userId}:`

/** One mail for each: the outbox has no second row for it. */
export const reportOccasion = (userId: number, monday: Day): string => `${occasionsOf(userId)}${monday}`

/** 'Mon 16 to Sun 22 Nov 2026'; a month or year that both days share is written once. */
export function weekName({ from, to }: Period): string {
  const last = shortDayName(to, true)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${shortDayName(from).split(' ', 2).join(' ')} to ${last}`
  return `${shortDayName(from, from.slice(0, 4) !== to.slice(0, 4))} to ${last}`
}

/** The first so many, and how many are left. */
export function firstOf<Item>(items: readonly Item[], most: number): { shown: Item[]; more: number } {
  return { shown: items.slice(0, most), more: Math.max(0, items.length - most) }
}
