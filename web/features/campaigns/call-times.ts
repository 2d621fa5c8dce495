import { addDays, type Day, shortDayName } from '#contract/calendar.ts'
import type { analyticsHours } from '#contract/dashboard/analytics.ts'
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

/** Days drawn at least: fewer would be bars as wide as the chart. */
const FEWEST = 3
/** Days drawn at most, the newest. */
const MOST = 90

/** From the first day of calls to the last one; null: no call yet. */
export function callDays({
  firstDay,
  lastDay,
}: {
  firstDay: Day | null
  lastDay: Day | null
}): { from: Day; to: Day } | null {
  if (firstDay === null || lastDay === null) return null
  const [earliest, latest] = [addDays(lastDay, 1 - MOST), addDays(lastDay, 1 - FEWEST)]
  return { from: firstDay < earliest ? earliest : firstDay < latest ? firstDay : latest, to: lastDay }
}

/** 'Calls from Mon 3 Aug to Sun 27 Sep', 'Calls on Tue 24 Nov' */
export function callDaysText({ from, to }: { from: Day; to: Day }): string {
  return from === to
    ? `Calls on ${shortDayName(to)}`
    : `Calls from ${shortDayName(from)} to ${shortDayName(to)}`
}
