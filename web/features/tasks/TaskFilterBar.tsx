import type { ReactElement } from 'react'
import { listTaskPeople } from '#contract/tasks/tasks.ts'
import { useRead } from '#web/api/use-read.ts'
import { countChanged } from '#web/lib/use-url-state.ts'
import { ChipButton } from '#web/ui/ChipButton.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import {
  hasMine,
  hasUnassigned,
  kindOptions,
  stateOptions,
  type TaskFilters,
  taskFilters,
  toggledAssignee,
} from './task-filters.ts'

interface FilterBarProps {
  filters: TaskFilters
  onChange: (change: Partial<TaskFilters>) => void
}

/** Search, the chips Mine, Unassigned and Late, and further filters. */
export function TaskFilterBar({ filters, onChange }: FilterBarProps): ReactElement {
  const { assignee } = filters
  const { data: people = [] } = useRead(listTaskPeople)
  const known = (options: readonly { value: string }[], value: string, usual: string): string =>
    options.some((option) => option.value === value) ? value : usual
  const persons = [
    { value: 'anyone', label: 'Anyone' },
    { value: 'free', label: 'Mine and unassigned' },
    { value: 'me', label: 'Mine' },
    { value: 'nobody', label: 'Unassigned' },
    ...people.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <>
      <FilterBar>
        <SearchField label="Search tasks" value={filters.q} onChange={(q) => onChange({ q })} />
        <Filters
          count={countChanged(filters, taskFilters, ['state', 'kind', 'assignee'])}
          onClear={() => onChange({ ...taskFilters, q: filters.q, sort: filters.sort })}
        >
          <Select
            aria-label="State"
            options={stateOptions}
            value={known(stateOptions, filters.state, 'open')}
            onChange={(event) => onChange({ state: event.target.value })}
          />
          <Select
            aria-label="Assigned to"
            options={persons}
            value={known(persons, assignee, 'anyone')}
            onChange={(event) => onChange({ assignee: event.target.value })}
          />
          <Select
            aria-label="Kind"
            options={kindOptions}
            value={known(kindOptions, filters.kind, '')}
            onChange={(event) => onChange({ kind: event.target.value })}
            className="md:max-w-44"
          />
        </Filters>
      </FilterBar>
      <div className="flex gap-1.5 max-md:w-full">
        <ChipButton
          pressed={hasMine(assignee)}
          onToggle={() => onChange({ assignee: toggledAssignee(assignee, 'me') })}
        >
          Mine
        </ChipButton>
        <ChipButton
          pressed={hasUnassigned(assignee)}
          onToggle={() => onChange({ assignee: toggledAssignee(assignee, 'nobody') })}
        >
          Unassigned
        </ChipButton>
        <ChipButton
          pressed={filters.late !== ''}
          onToggle={() => onChange({ late: filters.late === '' ? 'true' : '' })}
        >
          Late
        </ChipButton>
      </div>
    </>
  )
}
