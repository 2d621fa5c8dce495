import { addDays, isDay } from '#contract/calendar.ts'
import { type AttributionDimension, attributionDimensions } from '#contract/microsites.ts'
import { dayIn } from '#web/lib/zoned-days.ts'

/** Visits are counted by the days of this zone. */
export const VISIT_ZONE = 'Australia/Sydney'

/** As it stands in the address; `period` in days, or 'own' with from and to. */
export const visitsFilters = { microsite: '', by: 'source', period: '30', from: '', to: '' }
export type VisitsFilters = typeof visitsFilters

export const periodOptions = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'own', label: 'From … to …' },
] as const

export interface VisitsQuery {
  by: AttributionDimension
  from: string
  to: string
  micrositeId?: number
}

/** The report's query; unknown values from an old or mistyped address are left out. */
export function visitsQuery(filters: VisitsFilters, now: number): VisitsQuery {
  const by = attributionDimensions.find((each) => each === filters.by) ?? 'source'
  const microsite = /^[1-9]\d{0,8}$/.test(filters.microsite) ? { micrositeId: Number(filters.microsite) } : {}
  return { by, ...periodOf(filters, now), ...microsite }
}

export function knownPeriod(period: string): string {
  return periodOptions.some(({ value }) => value === period) ? period : visitsFilters.period
}

function periodOf({ period, from, to }: VisitsFilters, now: number): { from: string; to: string } {
  const today = dayIn(VISIT_ZONE, now)
  const known = knownPeriod(period)
  if (known === 'own' && isDay(from) && isDay(to) && from <= to) return { from, to }
  const days = known === 'own' ? Number(visitsFilters.period) : Number(known)
  return { from: addDays(today, 1 - days), to: today }
}

/** Why the chosen days are invalid; null when they are valid. */
export function periodMistake({ period, from, to }: VisitsFilters): string | null {
  if (period !== 'own' || (from === '' && to === '')) return null
  if (!isDay(from) || !isDay(to)) return 'Choose both days.'
  return from <= to ? null : 'The first day is after the last.'
}

export const dimensionLabels: Record<AttributionDimension, string> = {
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  content: 'Content',
  term: 'Term',
  broker: 'Broker',
}

/** Label of the row without a value. */
export const withoutLabels: Record<AttributionDimension, string> = {
  source: 'No source',
  medium: 'No medium',
  campaign: 'No campaign',
  content: 'No content',
  term: 'No term',
  broker: "Without a broker's link",
}
