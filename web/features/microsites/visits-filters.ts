import { type AttributionDimension, attributionDimensions } from '#contract/microsites.ts'
import { periodFilters, periodOf } from '#web/lib/period.ts'

/** As it stands in the address. */
export const visitsFilters = { microsite: '', by: 'source', ...periodFilters }
export type VisitsFilters = typeof visitsFilters

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
