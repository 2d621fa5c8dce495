import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayRange } from '#web/ui/DayRange.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import {
  countFilters,
  type InteractionFilters,
  interactionFilters,
  outcomeOptions,
  regionOptions,
  responseOptions,
  statusOptions,
  testOptions,
  withdrawnOptions,
} from './interaction-filters.ts'
import { useCampaignOptions } from './use-campaign-options.ts'

interface InteractionFilterBarProps {
  filters: InteractionFilters
  onChange: (change: Partial<InteractionFilters>) => void
  withCampaign: boolean
}

/** Search and filters of the interactions. */
export function InteractionFilterBar(props: InteractionFilterBarProps): ReactElement {
  const { filters, onChange, withCampaign } = props
  const campaigns = useCampaignOptions(withCampaign, filters.campaignId)
  const selects = [
    ...(withCampaign ? [{ name: 'campaignId', label: 'Campaign', options: campaigns } as const] : []),
    { name: 'region', label: 'Region', options: regionOptions },
    { name: 'status', label: 'Call status', options: statusOptions },
    { name: 'response', label: 'Response', options: responseOptions },
  ] as const
  const others = [
    { name: 'outcome', label: 'Outcome', options: outcomeOptions },
    { name: 'test', label: 'Test calls', options: testOptions },
    { name: 'withdrawn', label: 'Calls not placed', options: withdrawnOptions },
  ] as const
  const selectOf = ({ name, label, options }: (typeof selects | typeof others)[number]): ReactElement => (
    <Select
      key={name}
      aria-label={label}
      options={options}
      value={options.some((option) => option.value === filters[name]) ? filters[name] : ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <>
      <FilterBar>
        <SearchField label="Search interactions" value={filters.q} onChange={(q) => onChange({ q })} />
        <Filters
          count={countFilters(filters)}
          onClear={() => onChange({ ...interactionFilters, q: filters.q, ids: filters.ids })}
          more={others.map(selectOf)}
          moreCount={others.filter(({ name }) => filters[name] !== '').length}
        >
          {selects.map(selectOf)}
          {/* a link from a figure of a period sets these; the field shows them, and the user may widen them */}
          {(filters.from || filters.to) && (
            <DayRange
              from={filters.from}
              to={filters.to}
              mistake={filters.from > filters.to && filters.to ? 'The first day is after the last.' : null}
              onChange={onChange}
            />
          )}
        </Filters>
      </FilterBar>
      {/* a link from a campaign that paused automatically shows its failed calls alone */}
      {filters.ids && (
        <Button size="sm" icon={X} onClick={() => onChange({ ids: '' })}>
          {countOf(filters.ids.split(',').length, 'chosen call')}
          <span className="sr-only">: show the others too</span>
        </Button>
      )}
    </>
  )
}
