import { ChevronDown } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { type CreditScale, creditScaleText } from '#contract/scoring/credit-scales.ts'
import { type Criterion, criterionTerms } from '#contract/scoring/scorecards.ts'
import { inSentence } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { PointsCurve } from './PointsCurve.tsx'
import { PointsFields } from './PointsFields.tsx'
import type { ScorecardTexts } from './scorecard-form.ts'

interface CriterionFieldsProps {
  criterion: Criterion
  texts: ScorecardTexts
  scale: CreditScale
  /** Messages by path, e.g. 'criteria.avgLvr.weight'. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  isOpen: boolean
  onToggle: () => void
  onChange: (part: Partial<ScorecardTexts>) => void
}

/** 'Points by default rate (%)'; a unit that repeats the measure is left out. */
export function pointsTitle(criterion: Criterion): string {
  const { measure, unit } = criterionTerms[criterion]
  const by = criterion === 'totalLoans' ? 'number of loans' : inSentence(measure)
  return `Points by ${by}${unit === '%' ? ' (%)' : ''}`
}

type Column = 'weights' | 'points' | 'means' | 'loans'

/** One of the seven criteria as a row with its weight and its line; opened, with its points and benchmark. */
export function CriterionFields({
  criterion,
  texts,
  scale,
  errors,
  disabled,
  isOpen,
  onToggle,
  onChange,
}: CriterionFieldsProps): ReactElement {
  const id = useId()
  const { label, measure, unit, better } = criterionTerms[criterion]
  const isDrawn = criterion !== 'compliance' && criterion !== 'totalLoans'
  const set = (column: Column, text: string): void =>
    onChange({ [column]: { ...texts[column], [criterion]: text } })
  const cell = (column: Column, text: string, rule: string, suffix: string) => (
    <TextField
      label={text}
      hideLabel={column === 'weights'}
      inputMode="decimal"
      suffix={suffix}
      value={texts[column][criterion]}
      error={errors[`criteria.${criterion}.${rule}`]}
      disabled={disabled}
      onChange={(event) => set(column, event.target.value)}
    />
  )
  return (
    <fieldset className="py-2 first:pt-0">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-center gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_6rem_6rem_auto]">
        <p className="min-w-0">
          <span className="block font-medium">{label}</span>
          <span className="text-xs text-ink-soft">
            {criterion === 'avgCreditScore' ? `${measure} (${creditScaleText(scale)})` : measure},{' '}
            {better === 'low' ? 'less is better' : 'more is better'}
          </span>
        </p>
        {cell('weights', 'Weight', 'weight', '%')}
        <PointsCurve text={texts.points[criterion]} />
        <Button
          variant="ghost"
          size="sm"
          icon={ChevronDown}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          {isOpen ? 'Close' : disabled ? 'Show' : 'Edit'}
          <span className="sr-only"> {label}</span>
        </Button>
      </div>
      <div
        id={id}
        hidden={!isOpen}
        className={cx(isOpen && 'mt-2 flex flex-wrap gap-x-8 gap-y-3 rounded-lg bg-sunken p-3')}
      >
        <PointsFields
          measure={measure}
          title={pointsTitle(criterion)}
          value={texts.points[criterion]}
          error={errors[`criteria.${criterion}.points`]}
          disabled={disabled}
          onChange={(text) => set('points', text)}
        />
        {isDrawn && (
          <div className="flex w-36 flex-col gap-3">
            {cell('means', 'Benchmark', 'prior', unit)}
            {cell('loans', 'Benchmark weight', 'prior', 'loans')}
          </div>
        )}
      </div>
    </fieldset>
  )
}
