// Computes a broker's score: measured values are shrunk towards the usual ones where there is little evidence, each
// gets its points, the weighted sum is the score, and gates limit the tier. Source: domain facts 5; decision 029.

import {
  type Breakpoint,
  type Criterion,
  criteria,
  type ScorecardRules,
  type Tier,
} from '#contract/scoring/scorecards.ts'
import type { Evidence, Gate } from '#contract/scoring/scoring.ts'

/** A mean or a rate with the number of loans behind it. */
export interface Measure {
  value: number | null
  loans: number
}

export const measured = [
  'defaultRate',
  'reworkRate',
  'avgCreditScore',
  'avgLvr',
  'avgDaysToApproval',
] as const
export type Measured = (typeof measured)[number]

export const isMeasured = (criterion: Criterion): criterion is Measured =>
  (measured as readonly string[]).includes(criterion)

export interface ScoreFacts extends Record<Measured, Measure> {
  /** In the window. */
  totalLoans: number
  /** 0 to 100. */
  compliance: number
  gates: readonly Gate[]
}

/** What little evidence is drawn towards. */
export type Priors = Partial<Record<Measured, number>>

export interface Score {
  /** 0 to 100, one decimal. */
  overall: number
  tier: Tier
  /** In the order of `criteria`. */
  adjusted: number[]
  points: number[]
}

/** The highest score under a Watchlist gate, below every Watchlist cut. */
export const GATED_MOST = 39.9
const WATCHLIST_GATES: readonly Gate[] = ['suspended', 'licence']

export function scoreOf(facts: ScoreFacts, card: ScorecardRules, priors: Priors): Score {
  const adjusted = criteria.map((criterion) => adjustedValue(criterion, facts, card, priors))
  const points = criteria.map((criterion, at) =>
    pointsFor(adjusted[at] ?? 0, card.criteria[criterion].points),
  )
  const sum = criteria.reduce((total, one, at) => total + card.criteria[one].weight * (points[at] ?? 0), 0)
  const isGated = facts.gates.some((gate) => WATCHLIST_GATES.includes(gate))
  const overall = oneDecimal(isGated ? Math.min(sum, GATED_MOST) : sum)
  return { overall, tier: tierOf(overall, facts, card), adjusted, points }
}

export function tierOf(
  overall: number,
  { gates, totalLoans }: Pick<ScoreFacts, 'gates' | 'totalLoans'>,
  card: Pick<ScorecardRules, 'rewardFrom' | 'watchlistBelow' | 'lowVolumeBelow'>,
): Tier {
  if (gates.some((gate) => WATCHLIST_GATES.includes(gate))) return 'Watchlist'
  if (totalLoans < card.lowVolumeBelow) return 'Neutral'
  if (overall < card.watchlistBelow) return 'Watchlist'
  return overall >= card.rewardFrom && gates.length === 0 ? 'Reward' : 'Neutral'
}

function adjustedValue(
  criterion: Criterion,
  facts: ScoreFacts,
  card: ScorecardRules,
  priors: Priors,
): number {
  if (!isMeasured(criterion)) return facts[criterion]
  const { prior } = card.criteria[criterion]
  const { value, loans } = facts[criterion]
  if (!prior) return value ?? 0
  return shrunk({ value, loans }, priors[criterion] ?? prior.mean, prior.loans)
}

/** (n·x + m·μ) / (n + m): without loans the usual value, with many the measured one. */
export function shrunk({ value, loans }: Measure, mean: number, weight: number): number {
  if (value === null || loans === 0) return mean
  return (loans * value + weight * mean) / (loans + weight)
}

/** 0 to 100, on straight lines between the breakpoints and level outside. */
export function pointsFor(value: number, points: readonly Breakpoint[]): number {
  const above = points.findIndex(([at]) => at >= value)
  const upper = points[above]
  if (!upper) return points.at(-1)?.[1] ?? 0
  const lower = points[above - 1]
  if (!lower) return upper[1]
  return lower[1] + ((value - lower[0]) / (upper[0] - lower[0])) * (upper[1] - lower[1])
}

/** Half up, free of the errors of binary fractions: 67.65 is 67.7. */
export const oneDecimal = (value: number): number => Math.round(value * 10 + 1e-9) / 10

const MEDIUM_FROM = 5
const HIGH_FROM = 15

export function evidenceOf(loans: number): Evidence {
  if (loans === 0) return 'none'
  if (loans < MEDIUM_FROM) return 'low'
  return loans < HIGH_FROM ? 'medium' : 'high'
}

const EACH_EXPIRED = 10

/** 100 less the highest open risk and ten for each required document that has expired. */
export const complianceOf = (risk: number, expiredDocuments: number): number =>
  Math.max(0, 100 - risk - EACH_EXPIRED * expiredDocuments)
