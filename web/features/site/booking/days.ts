/** The days of a month calendar: columns, weeks and keyboard navigation. */
import {
  addDays,
  addMonths,
  type Day,
  firstDayOf,
  type Month,
  monthOf,
  sameDayIn,
  weekdayNames,
  weekdayOf,
} from '#contract/calendar.ts'

/** Headers of the calendar's columns: short on screen, in full for screen readers. */
export const weekdayHeaders = weekdayNames.map((name) => ({ short: name.slice(0, 3), name }))

/** Six weeks of seven days from Monday on: every month fits, and the calendar never changes its height. */
export function weeksOf(month: Month): Day[][] {
  const first = firstDayOf(month)
  const monday = addDays(first, 1 - weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(monday, week * 7 + weekday)),
  )
}

/** The day that a key moves the focus to; null for other keys. Never before `first` or after `last`. */
export function dayAfterKey(key: string, day: Day, { first, last }: { first: Day; last: Day }): Day | null {
  const to = target(key, day)
  if (to === null) return null
  if (to < first) return first
  return to > last ? last : to
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
      return addDays(day, 1 - weekdayOf(day))
    case 'End':
      return addDays(day, 7 - weekdayOf(day))
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(day), -1), day)
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(day), 1), day)
    default:
      return null
  }
}
