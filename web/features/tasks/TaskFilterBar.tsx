import { type ReactElement, useContext } from 'react'
import { listTaskPeople } from '#contract/tasks/tasks.ts'
import { UserContext } from '#web/api/session.ts'
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

/** Search, the chips Mine, Unassigned and Late, and further filters: the state, a colleague and the kind. */
export function TaskFilterBar({ filters, onChange }: FilterBarProps): ReactElement {
  const { data: people = [] } = useRead(listTaskPeople)
  const known = (options: readonly { value: string }[], value: string, usual: string): string =>
    options.some((option) => option.value === value) ? value : usual
  const own = useContext(UserContext)?.id
  const assignee = filters.assignee === String(own) ? 'me' : filters.assignee
  // the own and the unassigned tasks have their chips
  const colleagues = [
    { value: '', label: 'Colleague' },
    ...people.filter(({ id }) => id !== own).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const colleague = known(colleagues, assignee, '')
  return (
    <>
      <FilterBar>
        <SearchField label="Search tasks" value={filters.q} onChange={(q) => onChange({ q })} />
        <Filters
          count={countChanged(filters, taskFilters, ['state', 'kind']) + (colleague === '' ? 0 : 1)}
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
            options={colleagues}
            value={colleague}
            onChange={(event) => onChange({ assignee: event.target.value || taskFilters.assignee })}
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
