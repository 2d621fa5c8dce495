import type { ReactElement } from 'react'
import { criteria, criterionTerms } from '#contract/scoring/scorecards.ts'
import { cx } from '#web/ui/cx.ts'
import { type ScorecardTexts, weightShares, weightSum } from './scorecard-form.ts'

interface WeightBarProps {
  texts: ScorecardTexts
}

/** The weights as one stacked bar that is full at 100%. */
export function WeightBar({ texts }: WeightBarProps): ReactElement {
  const { text, isRight } = sumText(texts)
  const shares = weightShares(texts)
  return (
    <div className="flex flex-col gap-1.5">
      <div
        aria-hidden
        className={cx(
          'flex h-6 gap-px overflow-hidden rounded-md border bg-sunken',
          isRight ? 'border-line' : 'border-red',
        )}
      >
        {criteria.map((criterion, at) => (
          <span
            key={criterion}
            title={`${criterionTerms[criterion].label}: ${texts.weights[criterion]}%`}
            className="relative h-full"
            style={{ width: `${shares[criterion]}%` }}
          >
            <span
              className={cx('absolute inset-0', isRight ? 'bg-primary' : 'bg-red')}
              style={{ opacity: 1 - at * 0.12 }}
            />
          </span>
        ))}
      </div>
      <p className={isRight ? 'text-ink-soft' : 'font-medium text-red-ink'} role="status">
        {text}
      </p>
    </div>
  )
}

export function sumText(texts: ScorecardTexts): { text: string; isRight: boolean } {
  const sum = weightSum(texts)
  if (Number.isNaN(sum)) return { text: 'One of the weights is not a number.', isRight: false }
  if (sum === 100) return { text: 'The weights add to 100%.', isRight: true }
  return { text: `The weights add to ${sum}%; they have to add to 100%.`, isRight: false }
}
