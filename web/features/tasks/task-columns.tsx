import type { ReactElement } from 'react'
import { taskTerms } from '#contract/task-kinds.ts'
import type { Task } from '#contract/tasks.ts'
import { useCallingNow } from '#web/features/campaigns/use-calling-clock.ts'
import { formatEventTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { stateLook, whoOf } from './task-labels.ts'

/** Columns of the list of tasks. */
export const taskColumns: readonly Column<Task>[] = [
  {
    id: 'kind',
    header: 'Task',
    cell: ({ kind }) => <span className="font-medium">{taskTerms[kind].label}</span>,
    width: '13rem',
    always: true,
    phone: 'second',
    onPhone: ({ kind }) => taskTerms[kind].label,
  },
  { id: 'who', header: 'About', cell: (task) => <Who task={task} />, always: true, phone: 'title' },
  { id: 'state', header: 'State', cell: (task) => <State task={task} />, width: '10rem', phone: 'aside' },
  {
    id: 'dueAt',
    header: 'Due',
    cell: ({ dueAt, simulatedAt }) => (
      <time dateTime={dueAt}>{formatEventTime(dueAt, simulatedAt && dueAt)}</time>
    ),
    sort: 'dueAt',
    width: '17rem',
    phone: 'second',
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    cell: ({ assignee }) => assignee?.name ?? 'Unassigned',
    width: '10rem',
    phone: 'second',
    onPhone: ({ assignee }) => assignee?.name,
  },
  {
    id: 'createdAt',
    header: 'Since',
    cell: ({ createdAt, simulatedAt }) => <RelativeTime when={createdAt} simulatedAt={simulatedAt} />,
    sort: 'createdAt',
    width: '8rem',
    wide: true,
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone }) => <span className="tabular">{phone ? formatPhone(phone) : ABSENT}</span>,
    width: '9rem',
    hidden: true,
  },
]

function Who({ task }: { task: Task }): ReactElement {
  const company = task.broker?.company
  const who = whoOf(task)
  return (
    <span className="block truncate" title={[who, company].filter(Boolean).join(', ')}>
      {who}
      {company && <span className="text-ink-soft"> · {company}</span>}
    </span>
  )
}

/** How often to look whether one became overdue, in milliseconds. */
const lookAgain = (): number => 60_000

export function State({ task }: { task: Task }): ReactElement {
  const now = useNow(lookAgain)
  const callingNow = useCallingNow()
  return <StatusDot {...stateLook(task, { now, due: task.simulatedAt ? callingNow : now })} />
}
