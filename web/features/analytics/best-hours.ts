import type { z } from 'zod'
import { weekdayNames } from '#contract/calendar.ts'
import type { analyticsHours } from '#contract/dashboard/analytics.ts'
import { formatHour } from '#web/lib/dates.ts'

type Hours = z.infer<typeof analyticsHours.returns>
type Hour = Hours['hours'][number]

/** 0 is Sunday; the calendar's weeks start on Monday. */
export const weekdayOf = (weekday: number): string => weekdayNames[(weekday + 6) % 7] ?? ''

/** 'Monday, 10 am' */
export const placeName = ({ weekday, hour }: Pick<Hour, 'weekday' | 'hour'>): string =>
  `${weekdayOf(weekday)}, ${formatHour(hour)}`

const STEPS = 3

/** The step of colour of a share, 0 to 2: a third of the highest share each. */
export const stepOf = (rate: number, most: number): number =>
  Math.min(STEPS - 1, Math.floor((rate / Math.max(most, 1)) * STEPS))

/** 'Below 20%', '20% to 40%', 'Above 40%' */
export function stepBounds(most: number): string[] {
  const [low, high] = [1, 2].map((step) => Math.round((most * step) / STEPS))
  return [`Below ${low}%`, `${low}% to ${high}%`, `Above ${high}%`]
}
