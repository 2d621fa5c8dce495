import type { ReactElement } from 'react'
import type { Microsite } from '#contract/microsites.ts'
import { DayRange } from '#web/ui/DayRange.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import {
  knownPeriod,
  periodMistake,
  periodOptions,
  type VisitsFilters,
  visitsFilters,
  visitsQuery,
} from './visits-filters.ts'

interface VisitsFilterBarProps {
  filters: VisitsFilters
  onChange: (change: Partial<VisitsFilters>) => void
  microsites: readonly Microsite[]
}

/** Filters by microsite and period. */
export function VisitsFilterBar({ filters, onChange, microsites }: VisitsFilterBarProps): ReactElement {
  const period = knownPeriod(filters.period)
  const options = [
    { value: '', label: 'All microsites' },
    ...microsites.map(({ id, title }) => ({ value: String(id), label: title })),
  ]
  const choosePeriod = (next: string): void => {
    // custom days start from the current period
    const { from, to } = next === 'own' ? visitsQuery(filters, Date.now()) : visitsFilters
    onChange({ period: next, from, to })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Microsite"
        options={options}
        value={options.some(({ value }) => value === filters.microsite) ? filters.microsite : ''}
        onChange={(event) => onChange({ microsite: event.target.value })}
        className="max-w-72 max-md:w-full max-md:max-w-none"
      />
      <Select
        aria-label="Period"
        options={periodOptions}
        value={period}
        onChange={(event) => choosePeriod(event.target.value)}
        className="max-md:w-full"
      />
      {period === 'own' && (
        <DayRange from={filters.from} to={filters.to} mistake={periodMistake(filters)} onChange={onChange} />
      )}
    </div>
  )
}
