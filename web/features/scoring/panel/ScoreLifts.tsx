import type { ReactElement } from 'react'
import { criterionTerms } from '#contract/scorecards.ts'
import type { ScoreDetails } from '#contract/scoring.ts'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { figure, measureText } from '../score-labels.ts'

const SHOWN = 4

/** What would lift the tier. */
export function ScoreLifts({ score }: { score: ScoreDetails }): ReactElement {
  return (
    <PanelSection title={score.nextTier ? `What would lift it to ${score.nextTier}` : 'Reward'}>
      <Lifts score={score} />
    </PanelSection>
  )
}

function Lifts({ score: { nextTier, lifts, score } }: { score: ScoreDetails }): ReactElement {
  if (!nextTier) return <p className="text-ink-soft">This is the highest tier.</p>
  if (score.gates.length > 0)
    return <p className="text-ink-soft">No points help while this holds the tier down: see above.</p>
  if (lifts.length === 0) {
    return (
      <p className="text-ink-soft">
        There are too few loans for another tier: it is Neutral until there is more to go by.
      </p>
    )
  }
  return (
    <ul className="flex flex-col gap-2">
      {lifts.slice(0, SHOWN).map(({ criterion, from, to, gain, enough }) => (
        <li key={criterion}>
          <span className="font-medium">{criterionTerms[criterion].measure}</span>
          {` ${from === null ? '' : `from ${measureText(criterion, from)} `}to ${measureText(criterion, to)} brings ${figure(gain)} points`}
          {enough ? `: enough for ${nextTier} by itself.` : '.'}
        </li>
      ))}
    </ul>
  )
}
