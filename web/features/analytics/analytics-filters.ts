import { type AnalyticsDimension, analyticsDimensions } from '#contract/analytics.ts'
import { periodFilters, periodOf } from '#web/lib/period.ts'

/** As it stands in the address. */
export const analyticsFilters = { ...periodFilters, by: 'campaign' }
export type AnalyticsFilters = typeof analyticsFilters

export function analyticsQuery(filters: AnalyticsFilters, now: number): { from: string; to: string } {
  return periodOf(filters, now)
}

export const dimensionLabels: Record<AnalyticsDimension, string> = {
  campaign: 'Campaign',
  region: 'Region',
  product: 'Product',
  personality: 'Personality',
  version: 'Script version',
}

export const dimensionOf = (by: string): AnalyticsDimension =>
  analyticsDimensions.find((each) => each === by) ?? 'campaign'

/** Where the calls of a figure are listed. */
export function callsOf(
  { from, to }: { from: string; to: string },
  more: Readonly<Record<string, string | number | null>> = {},
): string {
  const search = new URLSearchParams({ from, to })
  for (const [name, value] of Object.entries(more)) if (value !== null) search.set(name, String(value))
  return `/dashboard?${search}#interactions`
}
