import type { ReactElement } from 'react'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import { useCallingNow } from '#web/features/campaigns/use-calling-clock.ts'
import { formatEventTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Unassigned } from '#web/ui/review/review-columns.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { TaskRowActions } from './TaskRowActions.tsx'
import { dueText, isOverdue, stateLook, whoOf } from './task-labels.ts'

/** How often to look whether one became overdue, in milliseconds. */
const lookAgain = (): number => 60_000

const what: Column<Task> = {
  id: 'kind',
  header: 'Task',
  cell: ({ kind, details }) => (
    <span className="block truncate" title={details}>
      <span className="font-medium">{taskTerms[kind].label}</span>
      <span className="text-ink-soft"> · {details}</span>
    </span>
  ),
  always: true,
  phone: 'second',
  onPhone: ({ kind }) => taskTerms[kind].label,
}

/** Under the heading of its kind. */
const details: Column<Task> = {
  ...what,
  cell: (task) => (
    <span className="block truncate" title={task.details}>
      {task.details}
    </span>
  ),
  onPhone: (task) => task.details,
}

const rest: readonly Column<Task>[] = [
  {
    id: 'who',
    header: 'Broker',
    cell: (task) => <Who task={task} />,
    width: '21rem',
    always: true,
    phone: 'title',
    onPhone: whoOf,
  },
  {
    id: 'dueAt',
    header: 'Due',
    cell: (task) => <Due task={task} />,
    sort: 'dueAt',
    width: '8rem',
    phone: 'aside',
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    cell: ({ assignee }) => assignee?.name ?? <Unassigned />,
    width: '8rem',
    phone: 'second',
    onPhone: ({ assignee }) => assignee?.name,
  },
  { id: 'state', header: 'State', cell: (task) => <State task={task} />, width: '10rem', hidden: true },
  {
    id: 'createdAt',
    header: 'Since',
    cell: ({ createdAt, simulatedAt }) => <RelativeTime when={createdAt} simulatedAt={simulatedAt} />,
    sort: 'createdAt',
    width: '8rem',
    hidden: true,
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone }) => <span className="tabular">{phone ? formatPhone(phone) : ABSENT}</span>,
    width: '9rem',
    hidden: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (task) => <TaskRowActions task={task} />,
    width: '9.5rem',
  },
]

/** Columns of a list in sections by kind. */
export const groupedColumns: readonly Column<Task>[] = [details, ...rest]
/** Columns of any other list. */
export const taskColumns: readonly Column<Task>[] = [what, ...rest]

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

/** The clock that the task is due by. */
function useDueClock({ simulatedAt }: Pick<Task, 'simulatedAt'>): { now: number; due: number } {
  const now = useNow(lookAgain)
  const callingNow = useCallingNow()
  return { now, due: simulatedAt ? callingNow : now }
}

/** An open task's due time from now; of any other, its state. */
function Due({ task }: { task: Task }): ReactElement {
  const { due } = useDueClock(task)
  if (task.state !== 'open') return <State task={task} />
  return (
    <Tooltip text={formatEventTime(task.dueAt, task.simulatedAt && task.dueAt)}>
      <time
        dateTime={task.dueAt}
        className={isOverdue(task, due) ? 'font-medium whitespace-nowrap text-red-ink' : 'whitespace-nowrap'}
      >
        {dueText(task.dueAt, due)}
      </time>
    </Tooltip>
  )
}

export function State({ task }: { task: Task }): ReactElement {
  return <StatusDot {...stateLook(task, useDueClock(task))} />
}
