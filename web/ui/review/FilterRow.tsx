import type { ReactElement, ReactNode } from 'react'
import { SearchField } from '../SearchField.tsx'
import { Select } from '../SelectField.tsx'
import { claimedOptions, knownClaimed } from './queue-filters.ts'

interface FilterRowProps {
  /** 'documents' */
  noun: string
  q: string
  onSearch: (q: string) => void
  /** The selects. */
  children: ReactNode
}

/** Search and filters above a queue. */
export function FilterRow({ noun, q, onSearch, children }: FilterRowProps): ReactElement {
  return (
    <>
      <SearchField label={`Search ${noun}`} value={q} onChange={onSearch} />
      <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
        {children}
      </div>
    </>
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
