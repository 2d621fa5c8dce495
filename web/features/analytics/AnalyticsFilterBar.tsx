import type { ReactElement } from 'react'
import { regionOptions } from '#web/features/calls/interaction-filters.ts'
import { periodFilters } from '#web/lib/period.ts'
import { countChanged } from '#web/lib/use-url-state.ts'
import { Filters } from '#web/ui/Filters.tsx'
import { PeriodFields } from '#web/ui/PeriodFields.tsx'
import { type Option, Select } from '#web/ui/SelectField.tsx'
import { type AnalyticsFilters, analyticsFilters } from './analytics-filters.ts'

interface AnalyticsFilterBarProps {
  filters: AnalyticsFilters
  onChange: (change: Partial<AnalyticsFilters>) => void
  campaigns: readonly Option[]
}

/** The filters of the whole page: days, campaign, region. */
export function AnalyticsFilterBar({ filters, onChange, campaigns }: AnalyticsFilterBarProps): ReactElement {
  const known = (options: readonly Option[], value: string): string =>
    options.some((option) => option.value === value) ? value : ''
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Filters
        count={countChanged(filters, analyticsFilters, ['period', 'campaignId', 'region'])}
        onClear={() => onChange({ ...periodFilters, campaignId: '', region: '' })}
      >
        <PeriodFields filters={filters} onChange={onChange} />
        <Select
          aria-label="Campaign"
          options={campaigns}
          value={known(campaigns, filters.campaignId)}
          onChange={(event) => onChange({ campaignId: event.target.value })}
          className="md:max-w-56"
        />
        <Select
          aria-label="Region"
          options={regionOptions}
          value={known(regionOptions, filters.region)}
          onChange={(event) => onChange({ region: event.target.value })}
        />
      </Filters>
    </div>
  )
}
