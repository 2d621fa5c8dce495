import { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import { callOutcomes, callResponses } from '#contract/calls/calls.ts'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, idList, instant } from '#contract/ids.ts'

const tag = 'Analytics'

export const analyticsPeriods = ['7', '30', '90', '365'] as const

/** The scope of the figures. Defaults: the last 30 days, every campaign, every region. */
export const analyticsQuery = z.object({
  /** The last days in Sydney, today included; not together with `from` and `to`. */
  period: z.enum(analyticsPeriods, 'Choose 7, 30, 90 or 365 days').optional(),
  /** Sydney days, both included. */
  from: givenDay().optional(),
  to: givenDay().optional(),
  campaignId: id.optional(),
  region: z.enum(regions, `Choose one of ${regions.join(', ')}`).optional(),
})
export type AnalyticsQuery = z.output<typeof analyticsQuery>

const count = z.number()
const cost = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** A decimal. */
  amount: z.string(),
  calls: count,
})
export type Cost = z.infer<typeof cost>

/** The counts of a period; dials without test calls, for the active provider. */
const totals = z.object({
  calls: count,
  ended: count,
  /** Status completed or answered. */
  completed: count,
  /** A person answered. */
  reached: count,
  /** Ended with a response. */
  responses: count,
  options: z.object({ option_1: count, option_2: count, option_3: count, option_4: count }),
  outcomes: z.record(z.enum(callOutcomes), count),
  /** Completed calls over all calls, in percent, one decimal; null without calls. */
  connectionRate: count.nullable(),
  /** Calls with a response over completed calls. */
  menuRate: count.nullable(),
  /** Calls with a response over ended calls, as on the dashboard. */
  responseRate: count.nullable(),
  /** Of completed calls, in seconds; null without any. */
  averageSeconds: count.nullable(),
  meetings: count,
  applications: count,
  /** Lodged in the period by brokers who chose an option in a call of the 90 days before. */
  loans: count,
  cost: z.array(cost),
})
export type Totals = z.infer<typeof totals>

/**
 * Each step is reached by brokers of the step before only. `screened`: a call screener or a person answered;
 * `acted`: booked a meeting or applied.
 */
export const funnelStages = [
  'dialled',
  'screened',
  'reached',
  'menu',
  'chose',
  'opened',
  'acted',
  'accredited',
] as const
export type FunnelStage = (typeof funnelStages)[number]

/** The steps after a choice; an opt-out has none. */
export const branchSteps = ['chose', 'opened', 'booked', 'applied', 'accredited'] as const
export type BranchStep = (typeof branchSteps)[number]

const funnelBranch = z.object({
  option: z.enum(callResponses),
  /** Brokers who chose the option, then those who took each further step later in the period. */
  steps: z.array(z.object({ step: z.enum(branchSteps), brokers: count })),
})
export type FunnelBranch = z.infer<typeof funnelBranch>

const period = z.object({ from: z.iso.date(), to: z.iso.date() })

export const analyticsSummary = endpoint('GET /api/analytics', {
  tag,
  summary:
    'What was counted in a period, of one campaign or region if asked, and in the period before of the same length',
  access: 'admin_area.read',
  query: analyticsQuery,
  returns: z.object({
    period,
    before: period,
    current: totals,
    previous: totals,
    days: z.array(
      z.object({
        day: z.iso.date(),
        calls: count,
        reached: count,
        responses: count,
        meetings: count,
        applications: count,
      }),
    ),
    /** Brokers dialled in the period, and how many of them reached each stage within it. */
    funnel: z.array(z.object({ stage: z.enum(funnelStages), brokers: count })),
    /** What became of each wish; a broker with several wishes is in several branches. */
    branches: z.array(funnelBranch),
  }),
})

/** A share with its 95% confidence interval, in percent. */
const share = z.object({ rate: count, low: count, high: count })

const hourOfWeek = z.object({ weekday: count, hour: count, calls: count, reached: count, share })

export const analyticsHours = endpoint('GET /api/analytics/hours', {
  tag,
  summary: 'How many calls reached a person, by weekday and hour of the broker’s local time',
  access: 'admin_area.read',
  query: analyticsQuery,
  returns: z.object({
    period,
    /** Hours with at least one call; 0 is Sunday. */
    hours: z.array(hourOfWeek),
    /** Of these, the one that is surely better than all together; null where chance would explain it. */
    best: hourOfWeek.nullable(),
    overall: share.nullable(),
  }),
})

export const analyticsDimensions = ['campaign', 'region', 'product', 'personality', 'version'] as const
export type AnalyticsDimension = (typeof analyticsDimensions)[number]

export const analyticsBreakdown = endpoint('GET /api/analytics/breakdown', {
  tag,
  summary: 'Calls and what they led to, by campaign, region, product, personality or script version',
  access: 'admin_area.read',
  query: analyticsQuery.extend({ by: z.enum(analyticsDimensions).default('campaign') }),
  returns: z.object({
    period,
    by: z.enum(analyticsDimensions),
    /** Most calls first. */
    rows: z.array(
      z.object({
        key: z.string(),
        /** null: without a campaign, of a deleted campaign, or of a broker without a region. */
        label: z.string().nullable(),
        campaignId: z.number().nullable(),
        region: z.enum(regions).nullable(),
        calls: count,
        ended: count,
        reached: count,
        responses: count,
        meetings: count,
        applications: count,
        /** Charges are stored by campaign and region alone; empty for other dimensions. */
        cost: z.array(cost),
        /** Responses over ended calls; null without any. */
        share: share.nullable(),
        /** This row's rate less that of all others, in points of a hundred, with its 95% interval. */
        difference: z
          .object({
            points: count,
            low: count,
            high: count,
            verdict: z.enum(['too_few', 'no_difference', 'more', 'less']),
          })
          .nullable(),
      }),
    ),
  }),
})
export type BreakdownRow = z.infer<typeof analyticsBreakdown.returns>['rows'][number]

export const annotationKinds = ['campaign', 'script', 'register', 'scorecard'] as const

export const analyticsAnnotations = endpoint('GET /api/analytics/annotations', {
  tag,
  summary:
    'What happened in a period that may explain its figures, the newest first; of one campaign: that campaign’s, with registers and scorecards; at most 100',
  access: 'admin_area.read',
  query: analyticsQuery,
  returns: z.array(
    z.object({
      at: instant,
      day: z.iso.date(),
      kind: z.enum(annotationKinds),
      text: z.string(),
      campaignId: z.number().nullable(),
    }),
  ),
})

export const analyticsForecasts = endpoint('GET /api/analytics/forecasts', {
  tag,
  summary: 'When active campaigns are expected to finish at their pace, in their calling hours',
  access: 'admin_area.read',
  query: z.object({ ids: idList }),
  returns: z.array(
    z.object({
      campaignId: z.number(),
      /** null: no broker waits, or no end is in sight. */
      finishesAt: instant.nullable(),
    }),
  ),
})
