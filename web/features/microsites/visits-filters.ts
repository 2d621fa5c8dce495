import { type AttributionDimension, attributionDimensions } from '#contract/microsites/microsites.ts'
import { periodFilters, periodOf } from '#web/lib/period.ts'

/** State of the filters in the URL. */
export const visitsFilters = { microsite: '', campaignId: '', by: 'source', ...periodFilters }
export type VisitsFilters = typeof visitsFilters

export interface VisitsQuery {
  by: AttributionDimension
  from: string
  to: string
  micrositeId?: number
  campaignId?: number
}

/** The report's query; unknown values from an old or mistyped address are left out. */
export function visitsQuery(filters: VisitsFilters, now: number): VisitsQuery {
  const by = attributionDimensions.find((each) => each === filters.by) ?? 'source'
  const microsite = isId(filters.microsite) ? { micrositeId: Number(filters.microsite) } : {}
  const campaign = isId(filters.campaignId) ? { campaignId: Number(filters.campaignId) } : {}
  return { by, ...periodOf(filters, now), ...microsite, ...campaign }
}

const isId = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

/** Where the report of these days opens. */
export function reportPath({ from, to, campaignId }: Omit<VisitsQuery, 'by'>): string {
  const search = new URLSearchParams({ period: 'own', from, to })
  if (campaignId !== undefined) search.set('campaignId', String(campaignId))
  return `/microsites/visits?${search}`
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
  source: 'Direct or unknown',
  medium: 'No medium',
  campaign: 'No campaign',
  content: 'No content',
  term: 'No term',
  broker: "Without a broker's link",
}
