import type { analyticsHours } from '#contract/analytics.ts'
import { addDays, type Day } from '#contract/calendar.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatHour } from '#web/lib/dates.ts'

type Hours = AnswerOf<typeof analyticsHours>['hours']

export interface HourCalls {
  /** '9 am' */
  label: string
  calls: number
  reached: number
}

/** Calls by the hour of the day, all weekdays together, from the first hour with calls to the last. */
export function callsByHour(hours: Hours): HourCalls[] {
  const called = hours.filter(({ calls }) => calls > 0).map(({ hour }) => hour)
  if (called.length === 0) return []
  const [first, last] = [Math.min(...called), Math.max(...called)]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const of = hours.filter(({ hour }) => hour === first + index)
    return {
      label: formatHour(first + index),
      calls: of.reduce((sum, { calls }) => sum + calls, 0),
      reached: of.reduce((sum, { reached }) => sum + reached, 0),
    }
  })
}

/** Days drawn of a campaign that began within the last two: fewer would be a bar as wide as the chart. */
const FEWEST = 3

/** From the first day of calls, but no longer than the last `most` days. @param firstDay null: no call yet */
export function callDays(firstDay: Day | null, today: Day, most: number): { from: Day; isAll: boolean } {
  const [earliest, latest] = [addDays(today, 1 - most), addDays(today, 1 - FEWEST)]
  if (firstDay !== null && firstDay < earliest) return { from: earliest, isAll: false }
  return { from: firstDay !== null && firstDay < latest ? firstDay : latest, isAll: true }
}
