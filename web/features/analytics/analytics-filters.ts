import {
  type AnalyticsDimension,
  type AnalyticsQuery,
  analyticsDimensions,
  analyticsQuery,
} from '#contract/dashboard/analytics.ts'
import { formatDate } from '#web/lib/dates.ts'
import { periodFilters, periodOf } from '#web/lib/period.ts'

/** State of the filters in the URL. */
export const analyticsFilters = { ...periodFilters, campaignId: '', region: '', by: 'campaign' }
export type AnalyticsFilters = typeof analyticsFilters

/** The scope of all figures on the page. */
export interface Scope {
  from: string
  to: string
  campaignId?: number
  region?: NonNullable<AnalyticsQuery['region']>
}

/** Unknown values from an old or mistyped address are left out. */
export function scopeOf(filters: AnalyticsFilters, now: number): Scope {
  const { shape } = analyticsQuery
  const campaign = shape.campaignId.safeParse(filters.campaignId || undefined).data
  const region = shape.region.safeParse(filters.region || undefined).data
  return {
    ...periodOf(filters, now),
    ...(campaign === undefined ? {} : { campaignId: campaign }),
    ...(region === undefined ? {} : { region }),
  }
}

export const isNarrowed = ({ campaignId, region }: Scope): boolean =>
  campaignId !== undefined || region !== undefined

export const dimensionLabels: Record<AnalyticsDimension, string> = {
  campaign: 'Campaign',
  region: 'Region',
  product: 'Product',
  personality: 'Personality',
  version: 'Script version',
}

export const dimensionOf = (by: string): AnalyticsDimension =>
  analyticsDimensions.find((each) => each === by) ?? 'campaign'

/** '26 Oct to 24 Nov 2026' */
export const periodText = ({ from, to }: Scope): string =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`

/** Name of a file that holds a part of the page. */
export function fileNameOf(part: string, { from, to, campaignId, region }: Scope): string {
  const of = [campaignId && `campaign-${campaignId}`, region].filter(Boolean)
  return `${[part, ...of, from, to].join('-')}.csv`
}

type More = Readonly<Record<string, string | number | null>>

function addressOf(
  path: string,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, String(value))
  return `${path}?${search}`
}

/** Where the calls of a figure are listed. */
export const callsOf = (scope: Scope, more: More = {}): string =>
  `${addressOf('/dashboard', { ...scope, ...more })}#interactions`

/** Where its meetings are listed: those booked in the period, whenever they are held. */
export const meetingsOf = ({ from, to, ...of }: Scope, more: More = {}): string =>
  addressOf('/bookings', {
    ...{
      status: 'not_cancelled',
      test: 'false',
      period: 'all',
      bookedFrom: from,
      bookedTo: to,
      ...of,
      ...more,
    },
  })

/** Where its applications are listed. */
export const applicationsOf = (scope: Scope, more: More = {}): string =>
  addressOf('/brokers/applications', { status: 'all', ...scope, ...more })
