import type { ReactElement, ReactNode } from 'react'
import { FilterBar, Filters } from '../Filters.tsx'
import { SearchField } from '../SearchField.tsx'
import { Select } from '../SelectField.tsx'
import { claimedOptions, knownClaimed } from './queue-filters.ts'

interface FilterRowProps {
  /** 'documents' */
  noun: string
  q: string
  onSearch: (q: string) => void
  /** How many of the filters are set. */
  count: number
  onClear: () => void
  /** The selects. */
  children: ReactNode
}

/** Search and filters above a queue. */
export function FilterRow({ noun, q, onSearch, count, onClear, children }: FilterRowProps): ReactElement {
  return (
    <FilterBar>
      <SearchField label={`Search ${noun}`} value={q} onChange={onSearch} />
      <Filters count={count} onClear={onClear}>
        {children}
      </Filters>
    </FilterBar>
  )
}

/** Filters a queue by assignee. */
export function AssignedSelect({
  value,
  onChange,
}: {
  value: string
  onChange: (claimed: string) => void
}): ReactElement {
  return (
    <Select
      aria-label="Assigned to"
      options={claimedOptions}
      value={knownClaimed(value) ?? ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
