import { addDays, isDay, SYDNEY } from '#contract/calendar.ts'
import { dayIn } from './zoned-days.ts'

/** State of the filter in the URL: days, or 'own' with first and last day. */
export const periodFilters = { period: '30', from: '', to: '' }
export type PeriodFilters = typeof periodFilters

export const periodOptions = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'own', label: 'From … to …' },
] as const

export function knownPeriod(period: string): string {
  return periodOptions.some(({ value }) => value === period) ? period : periodFilters.period
}

/** The days in Sydney, both included; the default period for an invalid or missing one. */
export function periodOf({ period, from, to }: PeriodFilters, now: number): { from: string; to: string } {
  const today = dayIn(SYDNEY, now)
  const known = knownPeriod(period)
  if (known === 'own' && isDay(from) && isDay(to) && from <= to) return { from, to }
  const days = known === 'own' ? Number(periodFilters.period) : Number(known)
  return { from: addDays(today, 1 - days), to: today }
}

/** Why the chosen days are invalid; null when they are valid. */
export function periodMistake({ period, from, to }: PeriodFilters): string | null {
  if (period !== 'own' || (from === '' && to === '')) return null
  if (!isDay(from) || !isDay(to)) return 'Choose both days.'
  return from <= to ? null : 'The first day is after the last.'
}
