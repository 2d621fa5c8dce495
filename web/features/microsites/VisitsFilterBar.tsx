import type { ReactElement } from 'react'
import type { Microsite } from '#contract/microsites/microsites.ts'
import { useCampaignOptions } from '#web/features/calls/use-campaign-options.ts'
import { countChanged } from '#web/lib/use-url-state.ts'
import { Filters } from '#web/ui/Filters.tsx'
import { PeriodFields } from '#web/ui/PeriodFields.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { type VisitsFilters, visitsFilters } from './visits-filters.ts'

interface VisitsFilterBarProps {
  filters: VisitsFilters
  onChange: (change: Partial<VisitsFilters>) => void
  microsites: readonly Microsite[]
}

/** Filters by microsite, its campaign, and period. */
export function VisitsFilterBar({ filters, onChange, microsites }: VisitsFilterBarProps): ReactElement {
  const options = [
    { value: '', label: 'All microsites' },
    ...microsites.map(({ id, title }) => ({ value: String(id), label: title })),
  ]
  const campaigns = useCampaignOptions(true, filters.campaignId)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Filters
        count={countChanged(filters, visitsFilters, ['microsite', 'campaignId', 'period'])}
        onClear={() => onChange({ ...visitsFilters, by: filters.by })}
      >
        <Select
          aria-label="Microsite"
          options={options}
          value={options.some(({ value }) => value === filters.microsite) ? filters.microsite : ''}
          onChange={(event) => onChange({ microsite: event.target.value })}
          className="max-w-72"
        />
        <Select
          aria-label="Campaign"
          options={campaigns}
          value={campaigns.some(({ value }) => value === filters.campaignId) ? filters.campaignId : ''}
          onChange={(event) => onChange({ campaignId: event.target.value })}
          className="max-w-72"
        />
        <PeriodFields filters={filters} onChange={onChange} />
      </Filters>
    </div>
  )
}
