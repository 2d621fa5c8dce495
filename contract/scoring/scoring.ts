import { z } from 'zod'
import { regions } from '#contract/brokers/brokers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { longText } from '#contract/text-fields.ts'
import { creditScale } from './credit-scales.ts'
import { criteria, tiers } from './scorecards.ts'
import { month } from './scoring-months.ts'

const tag = 'Scoring'

/** How many loans are in the window, as levels of evidence for a score. */
export const evidences = ['none', 'low', 'medium', 'high'] as const
export type Evidence = (typeof evidences)[number]
export const evidenceLabels: Record<Evidence, string> = {
  none: 'None',
  low: 'Limited',
  medium: 'Moderate',
  high: 'Strong',
}

/** Reasons that cap a tier, whatever the points. */
export const gates = ['suspended', 'licence', 'high_flag', 'pi_expired'] as const
export type Gate = (typeof gates)[number]
/** They hold a score in Watchlist; the others bar Reward only. */
export const watchlistGates: readonly Gate[] = ['suspended', 'licence']
export const gateLabels: Record<Gate, string> = {
  suspended: 'Suspended after a compliance review: Watchlist, at most 39.9',
  licence: 'The licence has ended or is suspended: Watchlist, at most 39.9',
  high_flag: 'A high compliance flag is open: no Reward',
  pi_expired: 'The professional indemnity insurance has expired: no Reward',
}

/** Months until an override expires. */
export const OVERRIDE_MONTHS = 3

/** Red on the page, as specified: default rate above 5%, rework rate above 20%, LVR above 85. */
export const redAbove = { defaultRate: 5, reworkRate: 20, avgLvr: 85 } as const

const run = z.object({
  id: z.number(),
  month,
  reason: z.enum(['manual', 'monthly', 'late_loans']),
  status: z.enum(['running', 'finished', 'failed']),
  total: z.number(),
  done: z.number(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})
export type ScoreRun = z.infer<typeof run>

const monthQuery = z.object({ month: month.optional() })

export const scoringStats = endpoint('GET /api/scoring/stats', {
  tag,
  summary: 'Figures of the cards above the scores, of a month or of the newest that has any',
  access: 'admin_area.read',
  query: monthQuery,
  returns: z.object({
    month: month.nullable(),
    totalBrokers: z.number(),
    /** One decimal; null without scores. */
    averageScore: z.number().nullable(),
    rewardTierCount: z.number(),
    neutralTierCount: z.number(),
    watchlistTierCount: z.number(),
    /** How many brokers have a score from 0 to under 10, from 10 to under 20 … from 90 to 100. */
    distribution: z.array(z.number()),
    run: run.nullable(),
    /** Loans arrived after the month was calculated, and it has not been recalculated yet. */
    outdated: z.boolean(),
    scorecardVersion: z.number().nullable(),
    /** Of that scorecard. */
    tierBounds: z.object({ rewardFrom: z.number(), watchlistBelow: z.number() }).nullable(),
    /** The scale of the month's credit scores; without scores the one chosen in Settings. */
    creditScoreScale: creditScale,
  }),
})

export const scoringMonths = endpoint('GET /api/scoring/months', {
  tag,
  summary: 'The months that can be chosen, newest first, each with its loans and scores',
  access: 'admin_area.read',
  returns: z.array(z.object({ month, loans: z.number(), scores: z.number() })),
})

const figure = z.number().nullable()

const score = z.object({
  id: z.number(),
  scoreMonth: month,
  /** 0 to 100, one decimal. */
  overallScore: z.number(),
  /** With the override, where there is one. */
  tier: z.enum(tiers),
  calculatedTier: z.enum(tiers),
  manualOverride: z.boolean(),
  totalLoans: z.number(),
  /** Per cent; null without loans. */
  defaultRate: figure,
  avgCreditScore: figure,
  avgLvr: figure,
  avgDaysToApproval: figure,
  reworkRate: figure,
  compliance: z.number(),
  evidence: z.enum(evidences),
  gates: z.array(z.enum(gates)),
  /** The result before the month was recalculated because of late loans. */
  previous: z.object({ overallScore: z.number(), tier: z.enum(tiers), at: instant }).nullable(),
})

const scoreRow = z.object({
  broker: z.object({
    ...{ id: z.number(), name: z.string(), region: z.enum(regions).nullable() },
    /** Suspended now, also where the month was calculated before; always null for the broker. */
    suspendedSince: instant.nullable(),
  }),
  score,
})
export type ScoreRow = z.infer<typeof scoreRow>

const monthParams = z.object({ month })

export const scoreSorts = ['score', '-score', 'name', '-name'] as const

const scoreQuery = pageQuery.extend({
  tier: z.enum(tiers).optional(),
  region: z.enum(regions).optional(),
  sort: z.enum(scoreSorts, 'Choose an order').default('-score'),
})

export const brokerScores = endpoint('GET /api/scoring/broker-scores/:month', {
  tag,
  summary: 'Scores of a month, the highest first',
  access: 'admin_area.read',
  params: monthParams,
  query: scoreQuery,
  returns: z.array(scoreRow),
})

export const exportScores = endpoint('GET /api/scoring/broker-scores/:month/export', {
  tag,
  summary: 'The scores of a month as CSV, with the filters of the list',
  access: 'admin_area.read',
  params: monthParams,
  query: scoreQuery.omit({ limit: true, cursor: true }),
  kind: 'stream',
})

export const calculateScores = endpoint('POST /api/scoring/calculate', {
  tag,
  summary:
    'Calculates the scores of a month in the background; answers with the run, or with the one that is under way for this month',
  access: 'scoring.calculate',
  body: z.object({ month }),
  returns: run,
  status: 202,
  limit: { requests: 30, minutes: 10 },
})

export const loadSampleData = endpoint('POST /api/scoring/load-sample-data', {
  tag,
  summary:
    'Demo only: imports made-up loans of May to July 2024 for the brokers present; the import can be undone',
  access: 'scoring.calculate',
  returns: z.object({
    loans: z.number(),
    months: z.array(month),
    /** The import that holds the new loans; null: none are new. */
    importId: z.number().nullable(),
  }),
  limit: { requests: 10, minutes: 10 },
})

const points = z.object({
  criterion: z.enum(criteria),
  /** As measured; null: nothing was measured. */
  raw: figure,
  /** The value shrunk towards the usual one, where there is little evidence. */
  adjusted: z.number(),
  /** 0 to 100. */
  points: z.number(),
  weight: z.number(),
  /** Of the score: points times weight, one decimal. */
  contribution: z.number(),
  /** Out of a hundred brokers, how many have fewer points; null with fewer than ten brokers. */
  percentile: z.number().nullable(),
})

const lift = z.object({
  criterion: z.enum(criteria),
  /** The measured value that would do it. */
  from: figure,
  to: z.number(),
  /** Points of the score that it would bring. */
  gain: z.number(),
  /** It alone would bring the next tier. */
  enough: z.boolean(),
})

const details = z.object({
  broker: z.object({
    ...{ id: z.number(), name: z.string(), region: z.enum(regions).nullable() },
    /** Suspended now, also where the month was calculated before; always null for the broker. */
    suspendedSince: instant.nullable(),
  }),
  score,
  points: z.array(points),
  /** The change that each criterion needs for the next tier, the greatest gain first; empty in Reward. */
  lifts: z.array(lift),
  nextTier: z.enum(tiers).nullable(),
  /** Of the last twelve months that have scores, the oldest first. */
  trend: z.array(z.object({ month, overallScore: z.number(), tier: z.enum(tiers) })),
  /** Out of a hundred brokers, how many score lower; null with fewer than ten. */
  percentile: z.number().nullable(),
  scorecard: z.object({
    version: z.number(),
    rewardFrom: z.number(),
    watchlistBelow: z.number(),
    /** With fewer loans the tier is Neutral. */
    lowVolumeBelow: z.number(),
  }),
  /** First and last day of the loans that counted, and of the defaults. */
  window: z.object({ from: z.string(), to: z.string(), defaultsFrom: z.string() }),
  override: z
    .object({
      tier: z.enum(tiers),
      reason: z.string(),
      by: z.string().nullable(),
      at: instant,
      expiresOn: z.string(),
    })
    .nullable(),
  /** The scale of the credit scores in this month. */
  creditScoreScale: creditScale,
  calculatedAt: instant,
})
export type ScoreDetails = z.infer<typeof details>

export const scoreDetails = endpoint('GET /api/scoring/brokers/:id/:month', {
  tag,
  summary: 'A score with points per criterion, raw and adjusted values, gates, evidence and version',
  access: 'admin_area.read',
  params: z.object({ id, month }),
  returns: details.extend({
    overrides: z.array(
      z.object({
        id: z.number(),
        month,
        tier: z.enum(tiers),
        reason: z.string(),
        by: z.string().nullable(),
        at: instant,
        endedAt: instant.nullable(),
        endedReason: z.string().nullable(),
      }),
    ),
  }),
})

export const brokerScoreMonths = endpoint('GET /api/scoring/brokers/:id', {
  tag,
  summary: 'The scores of a broker, the newest month first',
  access: 'admin_area.read',
  params: idParams,
  returns: z.array(z.object({ month, overallScore: z.number(), tier: z.enum(tiers) })),
})

export const updateTier = endpoint('POST /api/scoring/update-tier', {
  tag,
  summary:
    'Overrides a tier with a reason, for three months or until a calculation changes the tier; the calculated tier stays visible',
  access: 'scoring.override',
  body: z.object({
    brokerId: bodyId,
    scoreMonth: month,
    tier: z.enum(tiers, 'Choose a tier'),
    reason: longText(1000).min(1, 'Give a reason'),
  }),
  returns: scoreRow,
})

export const ownScoreMonths = endpoint('GET /api/broker/scores', {
  tag,
  summary: 'The months that you have a score for, newest first',
  access: 'broker',
  returns: z.array(z.object({ month, overallScore: z.number(), tier: z.enum(tiers) })),
})

export const ownScore = endpoint('GET /api/broker/score/:month', {
  tag,
  summary: 'Your own score with everything that it is made of',
  access: 'broker',
  params: monthParams,
  returns: details,
})
