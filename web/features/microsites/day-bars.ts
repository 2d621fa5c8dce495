import { addDays, daysFromTo, shortDayName, weekdayOf } from '#contract/calendar.ts'

export interface Bar {
  /** First day of the bar. */
  date: string
  label: string
  visits: number
}

/** With more bars than this they are too narrow to distinguish: then a bar is a week. */
const MOST_BARS = 100

/** A bar for every day of the period, days without visits too; by weeks from Monday on where the days are too many. */
export function barsOf(
  days: readonly { date: string; visits: number }[],
  from: string,
  to: string,
): { bars: Bar[]; unit: 'day' | 'week' } {
  const visitsOn = new Map(days.map(({ date, visits }) => [date, visits]))
  const all = daysFromTo(from, to)
  const withYear = from.slice(0, 4) !== to.slice(0, 4)
  if (all.length <= MOST_BARS) {
    const bars = all.map((date) => ({
      date,
      label: shortDayName(date, withYear),
      visits: visitsOn.get(date) ?? 0,
    }))
    return { bars, unit: 'day' }
  }
  const weeks = new Map<string, number>()
  for (const date of all) {
    const monday = addDays(date, 1 - weekdayOf(date))
    weeks.set(monday, (weeks.get(monday) ?? 0) + (visitsOn.get(date) ?? 0))
  }
  const bars = [...weeks].map(([monday, visits]) => ({
    // the first week may begin before the period
    date: monday < from ? from : monday,
    label: `Week of ${shortDayName(monday, withYear)}`,
    visits,
  }))
  return { bars, unit: 'week' }
}

/** Height of the scale: the next round figure (1, 2, 5, 10, 20 …) that no bar exceeds. */
export function scaleFor(highest: number): number {
  let scale = 1
  for (const factor of cycle([2, 2.5, 2])) {
    if (scale >= highest) return scale
    scale *= factor
  }
  return scale
}

function* cycle(factors: readonly number[]): Generator<number> {
  while (true) yield* factors
}

/** The bar that a key leads to; null when the key does not move. */
export function barAfterKey(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(from + 1, count - 1)
  if (key === 'ArrowLeft') return Math.max(from - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
