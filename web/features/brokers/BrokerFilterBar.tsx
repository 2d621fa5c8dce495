import type { ReactElement } from 'react'
import { useBdmOptions } from '#web/features/bookings/use-bdm-options.ts'
import { Filters } from '#web/ui/Filters.tsx'
import { type Option, Select } from '#web/ui/SelectField.tsx'
import { type BrokerFilters, brokerFilterChoices, brokerFilters, countFilters } from './broker-filters.ts'
import { useAggregatorOptions } from './use-aggregator-options.ts'

/** The others are behind a button, with aggregator and BDM. */
const MOST_IN_A_ROW = 3
const moreFilters = [
  ...brokerFilterChoices.slice(MOST_IN_A_ROW).map(({ name }) => name),
  'aggregator',
  'bdmId',
] as const
const anyBdm = { value: '', label: 'Any BDM' }
const noBdm = { value: 'none', label: 'No BDM of their own' }

interface BrokerFilterBarProps {
  filters: BrokerFilters
  onChange: (change: Partial<BrokerFilters>) => void
}

/** The filters of the directory, in addition to the search. */
export function BrokerFilterBar({ filters, onChange }: BrokerFilterBarProps): ReactElement {
  const bdms = [...useBdmOptions(anyBdm), noBdm]
  const aggregators = useAggregatorOptions()
  const selectOf = ({ name, label, options }: (typeof brokerFilterChoices)[number]): ReactElement => (
    <Select
      key={name}
      aria-label={label}
      options={options}
      value={options.some((option) => option.value === filters[name]) ? filters[name] : ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <Filters
      count={countFilters(filters)}
      onClear={() => onChange({ ...brokerFilters, q: filters.q, sort: filters.sort })}
      moreCount={countFilters(filters, moreFilters)}
      more={
        <>
          {brokerFilterChoices.slice(MOST_IN_A_ROW).map(selectOf)}
          <Select
            aria-label="Aggregator"
            options={withGone(aggregators, filters.aggregator, filters.aggregator)}
            value={filters.aggregator}
            onChange={(event) => onChange({ aggregator: event.target.value })}
          />
          <Select
            aria-label="BDM"
            options={withGone(bdms, filters.bdmId, 'A BDM who has left')}
            value={filters.bdmId}
            onChange={(event) => onChange({ bdmId: event.target.value })}
          />
        </>
      }
    >
      {brokerFilterChoices.slice(0, MOST_IN_A_ROW).map(selectOf)}
    </Filters>
  )
}

/** A view or URL may name an option that was deleted: the filter shows it instead of appearing inactive. */
function withGone(options: readonly Option[], value: string, label: string): readonly Option[] {
  // while they load there is only the first
  if (value === '' || options.length < 3 || options.some((option) => option.value === value)) return options
  return [...options, { value, label }]
}
