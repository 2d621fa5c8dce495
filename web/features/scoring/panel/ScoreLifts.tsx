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
    <PanelSection title={score.nextTier ? `How to reach ${score.nextTier}` : score.score.tier}>
      <Lifts score={score} />
    </PanelSection>
  )
}

function Lifts({ score: details }: { score: ScoreDetails }): ReactElement {
  const { lifts, nextTier } = details
  const text = liftText(details)
  const shown = lifts.slice(0, SHOWN)
  const isEachEnough = shown.every(({ enough }) => enough)
  return (
    <>
      {text !== null && <p className="mb-2 text-ink-soft">{text}</p>}
      {shown.length > 0 && (
        <>
          {isEachEnough && (
            <p className="mb-2 text-ink-soft">
              {shown.length === 1 ? 'This change is' : 'Each of these changes is'} enough on its own.
            </p>
          )}
          <ul className="flex flex-col divide-y divide-line">
            {shown.map(({ criterion, from, to, gain, enough }) => (
              <li
                key={criterion}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5 first:pt-0 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
              >
                <span className="font-medium">{criterionTerms[criterion].measure}</span>
                <span className="text-ink-soft max-sm:order-last max-sm:col-span-2">
                  {`${from === null ? '' : `${measureText(criterion, from, details.creditScoreScale)} to `}${measureText(criterion, to, details.creditScoreScale)}`}
                  {enough && !isEachEnough ? `, enough on its own for ${nextTier}` : ''}
                </span>
                <span className="text-right whitespace-nowrap tabular-nums">{`+${figure(gain)} points`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
