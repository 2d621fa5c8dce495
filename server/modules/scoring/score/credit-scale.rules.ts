// Converts a scorecard from one scale of credit scores to another: its values change in proportion, rounded to whole
// scores. Source: domain facts 5; decision 017.

import { type CreditScale, creditScaleTerms } from '#contract/scoring/credit-scales.ts'
import type { Breakpoint, ScorecardRules } from '#contract/scoring/scorecards.ts'

export function onScale(rules: ScorecardRules, from: CreditScale, to: CreditScale): ScorecardRules {
  if (from === to) return rules
  const ratio = creditScaleTerms[to].max / creditScaleTerms[from].max
  const { points, prior, ...rest } = rules.criteria.avgCreditScore
  const avgCreditScore = {
    ...rest,
    points: convertPoints(points, ratio),
    prior: prior && { ...prior, mean: Math.round(prior.mean * ratio) },
  }
  return { ...rules, criteria: { ...rules.criteria, avgCreditScore } }
}

function convertPoints(points: readonly Breakpoint[], ratio: number): Breakpoint[] {
  const whole = points.map(([score, own]): Breakpoint => [Math.round(score * ratio), own])
  const isRising = whole.every(([score], at) => at === 0 || score > (whole[at - 1]?.[0] ?? score))
  // neighbouring scores can round to the same one; a scorecard needs rising values
  return isRising ? whole : points.map(([score, own]) => [Number((score * ratio).toFixed(2)), own])
}
