import { ListTodo } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import { countTaskKinds, listTasks, type Task } from '#contract/tasks/tasks.ts'
import { useList, useRead } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { queueKeys, useReviewKeys } from '#web/ui/review/use-review-keys.ts'
import { useSelection } from '#web/ui/use-selection.ts'
import { SelectedTasks } from './SelectedTasks.tsx'
import { SNOOZE_MS } from './snooze.ts'
import { TaskFilterBar } from './TaskFilterBar.tsx'
import { groupedColumns, taskColumns } from './task-columns.tsx'
import { isFiltered, taskFilters, taskQuery } from './task-filters.ts'
import { whoOf } from './task-labels.ts'

const LIST = 'tasks'
const NONE: readonly Task[] = []
const { j, k } = queueKeys

/** Tasks in sections by kind, people to call back first. */
export function TaskList(): ReactElement {
  const [filters, setFilters] = useUrlState(taskFilters)
  const { id, open } = useOpenRecord('task')
  const { sort, ...query } = taskQuery(filters)
  const list = useList(listTasks, { query: { ...query, sort } }, { refetchInterval: SNOOZE_MS })
  const kinds = useRead(countTaskKinds, { query }, { refetchInterval: SNOOZE_MS })
  useReviewKeys({ ...(j && { j }), ...(k && { k }) })
  const tasks = list.items ?? NONE
  const keys = useMemo(() => tasks.map((task) => String(task.id)), [tasks])
  const selection = useSelection(keys, JSON.stringify(query))
  const isGrouped = sort === 'kind'
  const sectionOf = ({ kind }: Task): string => {
    const section = kinds.data?.find((each) => each.kind === kind)
    const count = section ? ` · ${section.count}` : ''
    return `${taskTerms[kind].label}${count}${section?.overdue ? `, ${section.overdue} late` : ''}`
  }
  return (
    <Panel title="Waiting" flush hideTitle>
      <DataTable
        id={LIST}
        label="Tasks"
        noun="tasks"
        columns={isGrouped ? groupedColumns : taskColumns}
        rowKey={(task: Task) => task.id}
        {...listProps(list)}
        loadingText="Loading tasks..."
        sort={sort ?? 'kind'}
        onSort={(next) => setFilters({ sort: next })}
        {...(isGrouped && { groupOf: sectionOf })}
        isFiltered={isFiltered(filters)}
        onClearFilters={() => setFilters(taskFilters)}
        onOpen={(task) => open(task.id, LIST)}
        openLabel={(task) => `Open ${taskTerms[task.kind].label}, ${whoOf(task)}`}
        selectedKey={id}
        selection={selection}
        toolbar={<TaskFilterBar filters={filters} onChange={setFilters} />}
        empty={
          <EmptyState icon={ListTodo} title="No open tasks">
            Brokers who ask for a person, meetings that could not be booked and reviews over their time appear
            here.
          </EmptyState>
        }
      />
      {!selection.isEmpty && <SelectedTasks selection={selection} tasks={tasks} />}
    </Panel>
  )
}
