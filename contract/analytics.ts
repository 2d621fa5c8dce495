import { z } from 'zod'
import { regions } from './brokers.ts'
import { callOutcomes } from './calls.ts'
import { givenDay } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './ids.ts'

const tag = 'Analytics'

/** Sydney days, both included; the last 30 days unless said. */
export const analyticsPeriod = z.object({ from: givenDay().optional(), to: givenDay().optional() })

const count = z.number()
const cost = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** A decimal. */
  amount: z.string(),
  calls: count,
})
export type Cost = z.infer<typeof cost>

/** What was counted in a period; dials without test calls, for the active provider. */
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
  cost: z.array(cost),
})
export type Totals = z.infer<typeof totals>

export const funnelStages = [
  'enrolled',
  'dialled',
  'reached',
  'chose',
  'visited',
  'booked',
  'applied',
  'accredited',
] as const
export type FunnelStage = (typeof funnelStages)[number]

const period = z.object({ from: z.iso.date(), to: z.iso.date() })

export const analyticsSummary = endpoint('GET /api/analytics', {
  tag,
  summary:
    'What was counted in a period (Sydney days, both included), and in the period before of the same length',
  access: 'admin_area.read',
  query: analyticsPeriod,
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
    /** Brokers enrolled in the period, and how many of them came how far. */
    funnel: z.array(z.object({ stage: z.enum(funnelStages), brokers: count })),
  }),
})

/** A share with the interval that holds the truth in 95 of 100 cases, in percent. */
const share = z.object({ rate: count, low: count, high: count })

export const analyticsHours = endpoint('GET /api/analytics/hours', {
  tag,
  summary: 'How many calls reached a person, by weekday and hour at the broker’s place',
  access: 'admin_area.read',
  query: analyticsPeriod,
  returns: z.object({
    period,
    /** Hours in which somebody was called; 0 is Sunday. */
    hours: z.array(z.object({ weekday: count, hour: count, calls: count, reached: count, share })),
    overall: share.nullable(),
  }),
})

export const analyticsDimensions = ['campaign', 'region', 'product', 'personality', 'version'] as const
export type AnalyticsDimension = (typeof analyticsDimensions)[number]

export const analyticsBreakdown = endpoint('GET /api/analytics/breakdown', {
  tag,
  summary: 'Calls and what they led to, by campaign, region, product, personality or script version',
  access: 'admin_area.read',
  query: analyticsPeriod.extend({ by: z.enum(analyticsDimensions).default('campaign') }),
  returns: z.object({
    period,
    by: z.enum(analyticsDimensions),
    /** Most calls first. */
    rows: z.array(
      z.object({
        key: z.string(),
        /** null: the campaign is gone, or the broker has no region. */
        label: z.string().nullable(),
        campaignId: z.number().nullable(),
        region: z.enum(regions).nullable(),
        calls: count,
        ended: count,
        reached: count,
        responses: count,
        /** null where they are not known by this dimension. */
        meetings: count.nullable(),
        applications: count.nullable(),
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
  summary: 'What happened in a period that may explain its figures, the newest first; at most 100',
  access: 'admin_area.read',
  query: analyticsPeriod,
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
