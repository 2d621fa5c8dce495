import type { ReactElement } from 'react'
import { criterionTerms } from '#contract/scoring/scorecards.ts'
import type { ScoreDetails } from '#contract/scoring/scoring.ts'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { figure, measureText } from '../score-labels.ts'
import { liftText } from './lift-text.ts'

const SHOWN = 4

/** Changes that would lift the tier. */
export function ScoreLifts({ score }: { score: ScoreDetails }): ReactElement {
  return (
    <PanelSection title={score.nextTier ? `What would lift it to ${score.nextTier}` : score.score.tier}>
      <Lifts score={score} />
    </PanelSection>
  )
}

function Lifts({ score: details }: { score: ScoreDetails }): ReactElement {
  const { lifts } = details
  const text = liftText(details)
  return (
    <>
      {text !== null && <p className="mb-2 text-ink-soft">{text}</p>}
      {lifts.length > 0 && <LiftList score={details} />}
    </>
  )
}

function LiftList({ score: { nextTier, lifts, creditScoreScale } }: { score: ScoreDetails }): ReactElement {
  return (
    <ul className="flex flex-col gap-2">
      {lifts.slice(0, SHOWN).map(({ criterion, from, to, gain, enough }) => (
        <li key={criterion}>
          <span className="font-medium">{criterionTerms[criterion].measure}</span>
          {` ${from === null ? '' : `from ${measureText(criterion, from, creditScoreScale)} `}to ${measureText(criterion, to, creditScoreScale)} adds ${figure(gain)} points`}
          {enough ? `: enough on its own for ${nextTier}.` : '.'}
        </li>
      ))}
    </ul>
  )
}
