import type { ReactElement } from 'react'
import { regionOptions } from '#web/features/calls/interaction-filters.ts'
import { PeriodFields } from '#web/ui/PeriodFields.tsx'
import { type Option, Select } from '#web/ui/SelectField.tsx'
import type { AnalyticsFilters } from './analytics-filters.ts'

interface AnalyticsFilterBarProps {
  filters: AnalyticsFilters
  onChange: (change: Partial<AnalyticsFilters>) => void
  campaigns: readonly Option[]
}

/** What the whole page is asked of: days, campaign, region. */
export function AnalyticsFilterBar({ filters, onChange, campaigns }: AnalyticsFilterBarProps): ReactElement {
  const known = (options: readonly Option[], value: string): string =>
    options.some((option) => option.value === value) ? value : ''
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:w-full print:hidden">
      <PeriodFields filters={filters} onChange={onChange} />
      <Select
        aria-label="Campaign"
        options={campaigns}
        value={known(campaigns, filters.campaignId)}
        onChange={(event) => onChange({ campaignId: event.target.value })}
        className="max-md:w-full md:max-w-56"
      />
      <Select
        aria-label="Region"
        options={regionOptions}
        value={known(regionOptions, filters.region)}
        onChange={(event) => onChange({ region: event.target.value })}
        className="max-md:w-full"
      />
    </div>
  )
}
