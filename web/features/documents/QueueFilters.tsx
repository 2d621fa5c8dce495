import type { ReactElement } from 'react'
import { listDocumentTypeSetups } from '#contract/document-types.ts'
import { useRead } from '#web/api/use-read.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import {
  ageOptions,
  claimedOptions,
  type DocumentFilters,
  knownAge,
  knownClaimed,
  knownId,
  knownStatus,
  statusOptions,
} from './document-filters.ts'

interface QueueFiltersProps {
  filters: DocumentFilters
  onChange: (change: Partial<DocumentFilters>) => void
}

/** Search and filters of the queue. */
export function QueueFilters({ filters, onChange }: QueueFiltersProps): ReactElement {
  const types = useRead(listDocumentTypeSetups)
  const typeOptions = [
    { value: '', label: 'All types' },
    ...(types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <>
      <SearchField label="Search documents" value={filters.q} onChange={(q) => onChange({ q })} />
      <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
        <Select
          aria-label="Status"
          options={statusOptions}
          value={knownStatus(filters.status)}
          onChange={(event) => onChange({ status: event.target.value, sort: '' })}
        />
        <Select
          aria-label="Document type"
          options={typeOptions}
          value={String(knownId(filters.type) ?? '')}
          onChange={(event) => onChange({ type: event.target.value })}
          className="md:max-w-44"
        />
        <Select
          aria-label="In hand of"
          options={claimedOptions}
          value={knownClaimed(filters.claimed) ?? ''}
          onChange={(event) => onChange({ claimed: event.target.value })}
        />
        <Select
          aria-label="Age"
          options={ageOptions}
          value={knownAge(filters.age)}
          onChange={(event) => onChange({ age: event.target.value })}
        />
      </div>
    </>
  )
}
