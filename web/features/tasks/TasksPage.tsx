import { ListTodo } from 'lucide-react'
import type { ReactElement } from 'react'
import { taskTerms } from '#contract/task-kinds.ts'
import { listTasks, type Task } from '#contract/tasks.ts'
import { useList } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar, Filters } from '#web/ui/Filters.tsx'
import { lazyPanel } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { queueKeys, useReviewKeys } from '#web/ui/review/use-review-keys.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { DigestSwitch } from './DigestSwitch.tsx'
import { SNOOZE_MS } from './snooze.ts'
import { taskColumns } from './task-columns.tsx'
import {
  assigneeOptions,
  isFiltered,
  kindOptions,
  stateOptions,
  type TaskFilters,
  taskFilters,
  taskQuery,
} from './task-filters.ts'
import { whoOf } from './task-labels.ts'

const TaskPanel = lazyPanel(async () => (await import('./TaskPanel.tsx')).TaskPanel)

const LIST = 'tasks'
const { j, k } = queueKeys

/** Tasks, the most urgent first. */
export function TasksPage(): ReactElement {
  const [filters, setFilters] = useUrlState(taskFilters)
  const { id, open, isOpen } = useOpenRecord('task')
  const list = useList(listTasks, { query: taskQuery(filters) }, { refetchInterval: SNOOZE_MS })
  useReviewKeys({ ...(j && { j }), ...(k && { k }) })
  return (
    <>
      <PageHeader
        title="Tasks"
        subtitle="Work that needs a person. A task closes automatically once it is no longer needed."
        actions={<DigestSwitch />}
      />
      <Panel title="Waiting" flush>
        <DataTable
          id={LIST}
          label="Tasks"
          noun="tasks"
          columns={taskColumns}
          rowKey={(task: Task) => task.id}
          {...listProps(list)}
          loadingText="Loading tasks..."
          sort={taskQuery(filters).sort ?? 'dueAt'}
          onSort={(sort) => setFilters({ sort })}
          isFiltered={isFiltered(filters)}
          onClearFilters={() => setFilters(taskFilters)}
          onOpen={(task) => open(task.id, LIST)}
          openLabel={(task) => `Open ${taskTerms[task.kind].label}, ${whoOf(task)}`}
          selectedKey={id}
          toolbar={<TaskFilterBar filters={filters} onChange={setFilters} />}
          empty={
            <EmptyState icon={ListTodo} title="No open tasks">
              Brokers who ask for a person, meetings that could not be booked and reviews over their time
              appear here.
            </EmptyState>
          }
        />
      </Panel>
      {isOpen && <TaskPanel />}
    </>
  )
}

interface FilterBarProps {
  filters: TaskFilters
  onChange: (change: Partial<TaskFilters>) => void
}

function TaskFilterBar({ filters, onChange }: FilterBarProps): ReactElement {
  const known = (options: readonly { value: string }[], value: string, usual: string): string =>
    options.some((option) => option.value === value) ? value : usual
  return (
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
          options={assigneeOptions}
          value={known(assigneeOptions, filters.assignee, '')}
          onChange={(event) => onChange({ assignee: event.target.value })}
        />
        <Select
          aria-label="Kind"
          options={kindOptions}
          value={known(kindOptions, filters.kind, '')}
          onChange={(event) => onChange({ kind: event.target.value })}
        />
      </Filters>
    </FilterBar>
  )
}
