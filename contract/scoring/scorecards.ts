import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, instant } from '#contract/ids.ts'
import { longText } from '#contract/text-fields.ts'
import { type CreditScale, creditScale, creditScaleTerms, creditScaleText } from './credit-scales.ts'
import { month } from './scoring-months.ts'

const tag = 'Scorecards'

export const criteria = [
  'defaultRate',
  'reworkRate',
  'compliance',
  'avgCreditScore',
  'avgLvr',
  'avgDaysToApproval',
  'totalLoans',
] as const
export type Criterion = (typeof criteria)[number]

interface CriterionTerms {
  label: string
  /** Heading of its column. */
  measure: string
  unit: '%' | 'points' | 'days' | 'loans'
  better: 'low' | 'high'
}

export const criterionTerms: Record<Criterion, CriterionTerms> = {
  defaultRate: { label: 'Loan performance', measure: 'Default rate', unit: '%', better: 'low' },
  reworkRate: { label: 'Application quality', measure: 'Rework rate', unit: '%', better: 'low' },
  compliance: { label: 'Compliance', measure: 'Compliance', unit: '%', better: 'high' },
  avgCreditScore: { label: 'Borrower quality', measure: 'Credit score', unit: 'points', better: 'high' },
  avgLvr: { label: 'Collateral', measure: 'LVR', unit: '%', better: 'low' },
  avgDaysToApproval: { label: 'Speed', measure: 'Days to approval', unit: 'days', better: 'low' },
  totalLoans: { label: 'Activity', measure: 'Loans', unit: 'loans', better: 'high' },
}

/** A value of the criterion, and the points, 0 to 100, that it gets; in between on a straight line, outside as at the end. */
const breakpoint = z.tuple([
  z.number('Enter a number').min(0, 'Enter 0 or more').max(100_000, 'Enter a smaller value'),
  z.number('Enter a number').min(0, 'Points go from 0 to 100').max(100, 'Points go from 0 to 100'),
])
export type Breakpoint = z.infer<typeof breakpoint>

const criterionRule = z.object({
  /** Part of the score, 0 to 1. */
  weight: z.number('Enter a weight').min(0, 'A weight is 0 or more').max(1, 'A weight is at most 1'),
  /** By rising value. */
  points: z.array(breakpoint).min(2, 'Give at least two values').max(20, 'At most twenty values'),
  /**
   * The value towards which little evidence is shrunk, and its weight in loans; null: no shrinkage. The value is the
   * mean of all brokers where there are ten with loans, and this one otherwise.
   */
  prior: z
    .object({
      mean: z.number('Enter a number').min(0).max(100_000),
      loans: z.number('Enter a number').min(0).max(10_000),
    })
    .nullable(),
})

const NOT_RISING = 'The values have to rise from one line to the next'
const WRONG_WAY: Record<'low' | 'high', string> = {
  low: 'Less is better here: points may not rise with the value',
  high: 'More is better here: points may not fall with the value',
}
export const WEIGHTS_SUM = 'The weights have to add to 1'

const rules = z.object(
  Object.fromEntries(criteria.map((one) => [one, criterionRule])) as Record<Criterion, typeof criterionRule>,
)

export const scorecardRules = z
  .object({
    criteria: rules,
    /** Reward from this score on. */
    rewardFrom: z.number('Enter a score').min(1).max(100),
    /** Watchlist below this score. */
    watchlistBelow: z.number('Enter a score').min(0).max(99),
    /** Months of loans that count, with the month itself. */
    windowMonths: z.number('Enter a number').int('Enter a whole number').min(1).max(12),
    /** As above, for defaults, which are reported late. */
    defaultsMonths: z.number('Enter a number').int('Enter a whole number').min(1).max(36),
    /** With fewer loans a broker is neither Reward nor Watchlist by points alone. */
    lowVolumeBelow: z.number('Enter a number').int('Enter a whole number').min(0).max(100),
  })
  .superRefine((card, check) => {
    const sum = criteria.reduce((total, one) => total + card.criteria[one].weight, 0)
    if (Math.abs(sum - 1) > 0.000_01) {
      check.addIssue({
        code: 'custom',
        path: ['weights'],
        message: `${WEIGHTS_SUM}; they add to ${Number(sum.toFixed(4))}`,
      })
    }
    if (card.watchlistBelow >= card.rewardFrom) {
      check.addIssue({
        code: 'custom',
        path: ['watchlistBelow'],
        message: 'Watchlist has to end below where Reward begins',
      })
    }
    for (const one of criteria) {
      const problem = orderProblem(card.criteria[one].points, criterionTerms[one].better)
      if (problem) check.addIssue({ code: 'custom', path: ['criteria', one, 'points'], message: problem })
    }
  })
export type ScorecardRules = z.infer<typeof scorecardRules>

function orderProblem(points: readonly Breakpoint[], better: 'low' | 'high'): string | null {
  for (const [at, [value, score]] of points.entries()) {
    const before = points[at - 1]
    if (!before) continue
    if (value <= before[0]) return NOT_RISING
    if (better === 'low' ? score > before[1] : score < before[1]) return WRONG_WAY[better]
  }
  return null
}

/** Null: every credit score of the rules is on the scale. */
export function creditScoreProblem(rules: ScorecardRules, scale: CreditScale): string | null {
  const { points, prior } = rules.criteria.avgCreditScore
  const isOutside = [...points.map(([score]) => score), prior?.mean ?? 0].some(
    (score) => score > creditScaleTerms[scale].max,
  )
  return isOutside ? `Enter credit scores on the scale chosen in Settings: ${creditScaleText(scale)}` : null
}

const scorecard = z.object({
  id: z.number(),
  /** null: the draft. */
  version: z.number().nullable(),
  rules: z.custom<ScorecardRules>(() => true),
  /** The scale of the rules' credit scores: the one chosen in Settings. */
  creditScoreScale: creditScale,
  note: z.string(),
  publishedAt: instant.nullable(),
  publishedBy: z.string().nullable(),
  /** The first month that it counts for, YYYY-MM. */
  fromMonth: z.string().nullable(),
})
export type Scorecard = z.infer<typeof scorecard>

export const listScorecards = endpoint('GET /api/scoring/scorecards', {
  tag,
  summary: 'The draft, if there is one, and every published version, the newest first',
  access: 'admin_area.read',
  returns: z.array(scorecard),
})

const MAX_NOTE = 500

export const saveDraft = endpoint('PUT /api/scoring/scorecards/draft', {
  tag,
  summary: 'Saves the draft of the next scorecard; nothing counts by it before it is published',
  access: 'scorecards.write',
  body: z.object({ rules: scorecardRules, note: longText(MAX_NOTE) }),
  returns: scorecard,
  edits: { subject: 'scorecard', fields: ['version', 'rules', 'note'] },
})

export const discardDraft = endpoint('DELETE /api/scoring/scorecards/draft', {
  tag,
  summary: 'Discards the draft',
  access: 'scorecards.write',
  returns: z.object({ discarded: z.literal(true) }),
})

export const tiers = ['Reward', 'Neutral', 'Watchlist'] as const
export type Tier = (typeof tiers)[number]

export const previewDraft = endpoint('GET /api/scoring/scorecards/draft/preview', {
  tag,
  summary: 'What the draft would make of the brokers of the newest month with scores: who would change tier',
  access: 'admin_area.read',
  /** null: there is no draft. */
  returns: z
    .object({
      /** null: no month has scores to compare with. */
      month: month.nullable(),
      brokers: z.number(),
      averageBefore: z.number().nullable(),
      averageAfter: z.number().nullable(),
      /** How many brokers go from one tier to another. */
      moves: z.array(z.object({ from: z.enum(tiers), to: z.enum(tiers), brokers: z.number() })),
      /** The first hundred of those who change tier, the greatest change first. */
      changed: z.array(
        z.object({
          brokerId: bodyId,
          name: z.string(),
          before: z.number(),
          after: z.number(),
          from: z.enum(tiers),
          to: z.enum(tiers),
        }),
      ),
    })
    .nullable(),
})

export const publishDraft = endpoint('POST /api/scoring/scorecards/draft/publish', {
  tag,
  summary:
    'Publishes the draft: it counts for months that are calculated for the first time from now on; months that have scores keep their version',
  access: 'scorecards.write',
  body: z.object({ note: longText(MAX_NOTE).min(1, 'Say what changes, and why') }),
  returns: scorecard,
  limit: { requests: 20, minutes: 10 },
})
