import { shortDayName } from '#contract/calendar.ts'
import type { dashboardTrends } from '#contract/dashboard/dashboard.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'

type Days = AnswerOf<typeof dashboardTrends>
export type Trend = Exclude<keyof Days[number], 'day'>

const nouns: Record<Trend, string> = {
  calls: 'Calls',
  responseRate: 'Response rate',
  meetings: 'Meetings booked',
  accreditations: 'Accreditations',
}

/** Description of a figure's curve, for screen readers. */
export function trendText(of: Trend, days: Days): string {
  const told = (value: number | null): string =>
    of === 'responseRate' ? formatPercent(value) : formatNumber(value)
  const counted = days.filter((day) => day[of] !== null)
  const [first, ...others] = counted
  if (!first) return `${nouns[of]} by day, last ${days.length} days: none`
  const most = others.reduce((best, day) => ((day[of] ?? 0) > (best[of] ?? 0) ? day : best), first)
  const today = days.at(-1)?.[of] ?? null
  return [
    `${nouns[of]} by day, last ${days.length} days:`,
    `${told(today)} today, most ${told(most[of])} on ${shortDayName(most.day)}`,
  ].join(' ')
}
