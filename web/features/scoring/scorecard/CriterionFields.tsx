import type { ReactElement } from 'react'
import { type CreditScale, creditScaleText } from '#contract/credit-scales.ts'
import { type Criterion, criterionTerms } from '#contract/scorecards.ts'
import { inSentence } from '#web/lib/format.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { PointsFields } from './PointsFields.tsx'
import type { ScorecardTexts } from './scorecard-form.ts'

interface CriterionFieldsProps {
  criterion: Criterion
  texts: ScorecardTexts
  scale: CreditScale
  /** Messages by path, e.g. 'criteria.avgLvr.weight'. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  onChange: (part: Partial<ScorecardTexts>) => void
}

/** 'Points by default rate (%)'; a unit that repeats the measure is left out. */
export function pointsTitle(criterion: Criterion): string {
  const { measure, unit } = criterionTerms[criterion]
  const by = criterion === 'totalLoans' ? 'number of loans' : inSentence(measure)
  return `Points by ${by}${unit === '%' ? ' (%)' : ''}`
}

type Column = 'weights' | 'points' | 'means' | 'loans'

/** One of the seven criteria: its weight, points by value, and the prior for little evidence. */
export function CriterionFields({
  criterion,
  texts,
  scale,
  errors,
  disabled,
  onChange,
}: CriterionFieldsProps): ReactElement {
  const { label, measure, unit, better } = criterionTerms[criterion]
  const isDrawn = criterion !== 'compliance' && criterion !== 'totalLoans'
  const set = (column: Column, text: string): void =>
    onChange({ [column]: { ...texts[column], [criterion]: text } })
  const cell = (column: Column, text: string, rule: string, suffix: string) => (
    <TextField
      label={text}
      inputMode="decimal"
      suffix={suffix}
      value={texts[column][criterion]}
      error={errors[`criteria.${criterion}.${rule}`]}
      disabled={disabled}
      onChange={(event) => set(column, event.target.value)}
    />
  )
  return (
    <fieldset className="grid gap-x-6 gap-y-3 py-4 first:pt-0 md:grid-cols-[11rem_8.5rem_1fr]">
      <legend className="sr-only">{label}</legend>
      <p>
        <span className="block font-medium">{label}</span>
        <span className="text-xs text-ink-soft">
          {criterion === 'avgCreditScore' ? `${measure} (${creditScaleText(scale)})` : measure},{' '}
          {better === 'low' ? 'less is better' : 'more is better'}
        </span>
      </p>
      <div className="grid grid-cols-2 content-start gap-3 md:grid-cols-1">
        {cell('weights', 'Weight', 'weight', '%')}
        {isDrawn && cell('means', 'Benchmark', 'prior', unit)}
        {isDrawn && cell('loans', 'Benchmark weight', 'prior', 'loans')}
      </div>
      <PointsFields
        measure={measure}
        title={pointsTitle(criterion)}
        value={texts.points[criterion]}
        error={errors[`criteria.${criterion}.points`]}
        disabled={disabled}
        onChange={(text) => set('points', text)}
      />
    </fieldset>
  )
}
