// Computes what would lift a tier: for each criterion the measured value that alone closes the gap, or the best one.

import type { ReturnsOf } from '#contract/endpoint.ts'
import {
  type Breakpoint,
  type Criterion,
  criteria,
  criterionTerms,
  type ScorecardRules,
  type Tier,
} from '#contract/scoring/scorecards.ts'
import { type Gate, type scoreDetails, watchlistGates } from '#contract/scoring/scoring.ts'
import { isMeasured, oneDecimal, type Priors, type Score, type ScoreFacts, scoreOf } from './score.rules.ts'

type Lift = ReturnsOf<typeof scoreDetails>['lifts'][number]

/** Scores have one decimal: a tier can be this close. */
const LEAST_GAIN = 0.1

/** Some gates bar Reward only: points still lift a score from Watchlist to Neutral. */
function barsTier(gates: readonly Gate[], next: Tier): boolean {
  return next === 'Reward' ? gates.length > 0 : gates.some((gate) => watchlistGates.includes(gate))
}

export function nextTierOf(tier: Tier): Tier | null {
  if (tier === 'Reward') return null
  return tier === 'Neutral' ? 'Reward' : 'Neutral'
}

/** @returns the greatest gain first; nothing where a gate bars the next tier or too few loans decide */
export function liftsOf(facts: ScoreFacts, score: Score, card: ScorecardRules, priors: Priors): Lift[] {
  const next = nextTierOf(score.tier)
  if (!next || barsTier(facts.gates, next) || facts.totalLoans < card.lowVolumeBelow) return []
  const gap = (next === 'Reward' ? card.rewardFrom : card.watchlistBelow) - score.overall
  return criteria
    .flatMap((criterion, at): Lift[] => {
      const { weight, points } = card.criteria[criterion]
      if (weight === 0) return []
      const wanted = Math.min(
        Math.max(...points.map(([, most]) => most)),
        (score.points[at] ?? 0) + gap / weight,
      )
      const { better } = criterionTerms[criterion]
      const result = valueFor(wanted, points, better)
      const to = rounded(Math.max(0, measuredFor(result, criterion, facts, card, priors)), better, criterion)
      const lifted = scoreOf(changed(facts, criterion, to), card, priors)
      const gain = oneDecimal(lifted.overall - score.overall)
      if (gain < LEAST_GAIN) return []
      const from = isMeasured(criterion) ? facts[criterion].value : facts[criterion]
      return [{ criterion, from, to, gain, enough: lifted.tier !== score.tier }]
    })
    .sort((one, other) => other.gain - one.gain)
}

/** Where little evidence is drawn towards the usual, the measured value has to move further than the result. */
function measuredFor(
  result: number,
  criterion: Criterion,
  facts: ScoreFacts,
  card: ScorecardRules,
  priors: Priors,
): number {
  const { prior } = card.criteria[criterion]
  if (!isMeasured(criterion) || !prior || facts[criterion].loans === 0) return result
  const { loans } = facts[criterion]
  return (result * (loans + prior.loans) - prior.loans * (priors[criterion] ?? prior.mean)) / loans
}

const changed = (facts: ScoreFacts, criterion: Criterion, value: number): ScoreFacts =>
  isMeasured(criterion)
    ? { ...facts, [criterion]: { ...facts[criterion], value } }
    : { ...facts, [criterion]: value }

/** The value with so many points, the easiest of several. */
function valueFor(wanted: number, points: readonly Breakpoint[], better: 'low' | 'high'): number {
  const rising = better === 'high' ? points : points.toReversed()
  for (const [at, [value, score]] of rising.entries()) {
    if (score < wanted) continue
    const before = rising[at - 1]
    if (!before || score === before[1]) return value
    return before[0] + ((wanted - before[1]) / (score - before[1])) * (value - before[0])
  }
  return rising.at(-1)?.[0] ?? 0
}

/** To the side on which it is enough. */
function rounded(value: number, better: 'low' | 'high', criterion: Criterion): number {
  const scale = criterion === 'totalLoans' || criterion === 'compliance' ? 1 : 10
  // free of the errors of binary fractions
  const fine = Number((value * scale).toFixed(6))
  return (better === 'low' ? Math.floor(fine) : Math.ceil(fine)) / scale
}
