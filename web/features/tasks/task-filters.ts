import type { QueryOf } from '#contract/endpoint.ts'
import { taskKinds, taskTerms } from '#contract/task-kinds.ts'
import { listTasks, taskLists } from '#contract/tasks.ts'

/** State of the filters in the URL. */
export const taskFilters = { q: '', state: 'open', kind: '', assignee: '', sort: 'dueAt' }
export type TaskFilters = typeof taskFilters
type TaskQuery = Partial<QueryOf<typeof listTasks>>

const stateLabels: Record<(typeof taskLists)[number], string> = {
  open: 'Open',
  snoozed: 'Snoozed',
  done: 'Done',
  ended: 'Ended by themselves',
  all: 'Any state',
}

export const stateOptions = [
  { value: 'open', label: stateLabels.open },
  { value: 'overdue', label: 'Overdue' },
  ...taskLists.slice(1).map((value) => ({ value, label: stateLabels[value] })),
]
export const kindOptions = [
  { value: '', label: 'All kinds' },
  ...taskKinds.map((value) => ({ value, label: taskTerms[value].label })),
]
export const assigneeOptions = [
  { value: '', label: 'Anyone' },
  { value: 'me', label: 'Assigned to me' },
  { value: 'nobody', label: 'Unassigned' },
]

/** The query of these filters; unknown values from an old or mistyped address are left out. */
export function taskQuery({ q, state, kind, assignee, sort }: TaskFilters): TaskQuery {
  const list = taskLists.find((each) => each === state) ?? 'open'
  const known = taskKinds.find((each) => each === kind)
  return {
    ...(q ? { q } : {}),
    state: list,
    ...(state === 'overdue' ? { overdue: 'true' as const } : {}),
    ...(known ? { kind: known } : {}),
    ...(assignee === 'me' || assignee === 'nobody' ? { assignee } : {}),
    sort: listTasks.query.shape.sort.safeParse(sort).success ? sort : 'dueAt',
  }
}

export const isFiltered = ({ q, state, kind, assignee }: TaskFilters): boolean =>
  Boolean(q || kind || assignee) || state !== 'open'
