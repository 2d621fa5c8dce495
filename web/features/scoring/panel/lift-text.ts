import { gateLabels, type ScoreDetails, watchlistGates } from '#contract/scoring/scoring.ts'
import { formatDate } from '#web/lib/dates.ts'
import { countOf } from '#web/lib/format.ts'

type Facts = Pick<ScoreDetails, 'nextTier' | 'override'> & {
  score: Pick<ScoreDetails['score'], 'gates' | 'calculatedTier' | 'manualOverride' | 'totalLoans'>
  scorecard: Pick<ScoreDetails['scorecard'], 'lowVolumeBelow'>
  lifts: readonly unknown[]
}

/** Why no figure lifts the tier, and the effect of an override; null: the list of lifts is sufficient. */
export function liftText({ nextTier, override, lifts, score, scorecard }: Facts): string | null {
  const { gates, totalLoans } = score
  const set = score.manualOverride
    ? `${override ? `The tier was set to ${override.tier} until ${formatDate(override.expiresOn)}` : 'The tier was set by an override'}; by its points it is ${score.calculatedTier}. `
    : ''
  const bars = gates.filter((gate) => nextTier === 'Reward' || watchlistGates.includes(gate))
  if (!nextTier) return `${set}Reward is the highest tier.`
  if (bars.length > 0)
    return `${set}${nextTier} is not possible, whatever the points, while this applies: ${bars.map((gate) => gateLabels[gate]).join('. ')}.`
  if (totalLoans < scorecard.lowVolumeBelow)
    return `${set}With ${countOf(totalLoans, 'loan')}, fewer than ${scorecard.lowVolumeBelow}, the tier stays ${score.calculatedTier}.`
  if (lifts.length === 0) return `${set}No single figure is enough: several have to improve together.`
  return set.trim() || null
}
