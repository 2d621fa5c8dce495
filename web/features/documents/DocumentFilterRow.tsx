import type { ReactElement } from 'react'
import { listDocumentTypeSetups } from '#contract/documents/document-types.ts'
import { useRead } from '#web/api/use-read.ts'
import { countChanged } from '#web/lib/use-url-state.ts'
import { AssignedSelect, FilterRow } from '#web/ui/review/FilterRow.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import {
  ageOptions,
  type DocumentFilters,
  documentFilters,
  knownAge,
  knownId,
  knownStatus,
  statusOptions,
} from './document-filters.ts'

interface DocumentFilterRowProps {
  filters: DocumentFilters
  onChange: (change: Partial<DocumentFilters>) => void
}

/** Search and filters of the queue. */
export function DocumentFilterRow({ filters, onChange }: DocumentFilterRowProps): ReactElement {
  const types = useRead(listDocumentTypeSetups)
  const typeOptions = [
    { value: '', label: 'All types' },
    ...(types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <FilterRow
      noun="documents"
      q={filters.q}
      onSearch={(q) => onChange({ q })}
      count={countChanged(filters, documentFilters, ['status', 'type', 'claimed', 'age'])}
      onClear={() => onChange({ ...documentFilters, q: filters.q })}
    >
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
      <AssignedSelect value={filters.claimed} onChange={(claimed) => onChange({ claimed })} />
      <Select
        aria-label="Age"
        options={ageOptions}
        value={knownAge(filters.age)}
        onChange={(event) => onChange({ age: event.target.value })}
      />
    </FilterRow>
  )
}
