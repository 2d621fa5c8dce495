import type { ReactElement } from 'react'
import type { Microsite } from '#contract/microsites.ts'
import { PeriodFields } from '#web/ui/PeriodFields.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import type { VisitsFilters } from './visits-filters.ts'

interface VisitsFilterBarProps {
  filters: VisitsFilters
  onChange: (change: Partial<VisitsFilters>) => void
  microsites: readonly Microsite[]
}

/** Filters by microsite and period. */
export function VisitsFilterBar({ filters, onChange, microsites }: VisitsFilterBarProps): ReactElement {
  const options = [
    { value: '', label: 'All microsites' },
    ...microsites.map(({ id, title }) => ({ value: String(id), label: title })),
  ]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Microsite"
        options={options}
        value={options.some(({ value }) => value === filters.microsite) ? filters.microsite : ''}
        onChange={(event) => onChange({ microsite: event.target.value })}
        className="max-w-72 max-md:w-full max-md:max-w-none"
      />
      <PeriodFields filters={filters} onChange={onChange} />
    </div>
  )
}
