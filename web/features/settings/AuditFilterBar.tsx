import type { ReactElement } from 'react'
import { auditKindLabels, auditKinds } from '#contract/accounts/audit-kinds.ts'
import { listAuditPeople } from '#contract/system/system.ts'
import { useRead } from '#web/api/use-read.ts'
import { DayRange } from '#web/ui/DayRange.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { type Option, Select } from '#web/ui/SelectField.tsx'
import { type AuditFilters, knownKind } from './audit-filters.ts'

interface AuditFilterBarProps {
  chosen: AuditFilters
  /** Why the range of days is invalid. */
  mistake: string | null
  onChange: (change: Partial<AuditFilters>) => void
}

const kindOptions: readonly Option[] = [
  { value: '', label: 'All kinds' },
  ...auditKinds.map((kind) => ({ value: kind, label: auditKindLabels[kind] })),
]

/** Filters by person, kind and days. */
export function AuditFilterBar({ chosen, mistake, onChange }: AuditFilterBarProps): ReactElement {
  const { data = [] } = useRead(listAuditPeople)
  const people = data.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <FilterBar>
      <SearchField label="Search the audit log" value={chosen.q} onChange={(q) => onChange({ q })} />
      <Filters
        count={[chosen.person, chosen.kind, chosen.from || chosen.to].filter(Boolean).length}
        onClear={() => onChange({ person: '', kind: '', from: '', to: '' })}
      >
        <Select
          aria-label="Person"
          options={[{ value: '', label: 'Anyone' }, ...people]}
          value={people.some(({ value }) => value === chosen.person) ? chosen.person : ''}
          onChange={(event) => onChange({ person: event.target.value })}
          className="max-w-52"
        />
        <Select
          aria-label="Kind"
          options={kindOptions}
          value={knownKind(chosen.kind) ?? ''}
          onChange={(event) => onChange({ kind: event.target.value })}
        />
        <DayRange from={chosen.from} to={chosen.to} mistake={mistake} onChange={onChange} />
      </Filters>
    </FilterBar>
  )
}
