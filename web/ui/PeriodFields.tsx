import type { ReactElement } from 'react'
import { knownPeriod, type PeriodFilters, periodMistake, periodOf, periodOptions } from '#web/lib/period.ts'
import { DayRange } from './DayRange.tsx'
import { Select } from './SelectField.tsx'

interface PeriodFieldsProps {
  filters: PeriodFilters
  onChange: (change: Partial<PeriodFilters>) => void
}

/** The last days, or a custom range. */
export function PeriodFields({ filters, onChange }: PeriodFieldsProps): ReactElement {
  const period = knownPeriod(filters.period)
  const choose = (next: string): void => {
    // custom days start from the current period
    const { from, to } = next === 'own' ? periodOf(filters, Date.now()) : { from: '', to: '' }
    onChange({ period: next, from, to })
  }
  return (
    <>
      <Select
        aria-label="Period"
        options={periodOptions}
        value={period}
        onChange={(event) => choose(event.target.value)}
        className="max-md:w-full"
      />
      {period === 'own' && (
        <DayRange from={filters.from} to={filters.to} mistake={periodMistake(filters)} onChange={onChange} />
      )}
    </>
  )
}
