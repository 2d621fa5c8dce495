import type { QueryOf } from '#contract/endpoint.ts'
import { taskKinds, taskTerms } from '#contract/tasks/task-kinds.ts'
import { listTasks, taskLists } from '#contract/tasks/tasks.ts'

/** State of the filters in the URL. `assignee`: free (mine and unassigned), me, nobody, anyone, or a person's id. */
export const taskFilters = { q: '', state: 'open', kind: '', assignee: 'free', late: '', sort: 'kind' }
export type TaskFilters = typeof taskFilters
type TaskQuery = Partial<QueryOf<typeof listTasks>>

const stateLabels: Record<(typeof taskLists)[number], string> = {
  open: 'Open',
  snoozed: 'Snoozed',
  done: 'Done',
  ended: 'Closed automatically',
  all: 'Any state',
}

export const stateOptions = taskLists.map((value) => ({ value, label: stateLabels[value] }))
export const kindOptions = [
  { value: '', label: 'All kinds' },
  ...taskKinds.map((value) => ({ value, label: taskTerms[value].label })),
]

export const hasMine = (assignee: string): boolean => assignee === 'free' || assignee === 'me'
export const hasUnassigned = (assignee: string): boolean => assignee === 'free' || assignee === 'nobody'

/** The filter after a press on one of the chips Mine and Unassigned; with neither of them, everyone's tasks. */
export function toggledAssignee(assignee: string, chip: 'me' | 'nobody'): string {
  const mine = chip === 'me' ? !hasMine(assignee) : hasMine(assignee)
  const unassigned = chip === 'nobody' ? !hasUnassigned(assignee) : hasUnassigned(assignee)
  if (mine && unassigned) return 'free'
  return mine ? 'me' : unassigned ? 'nobody' : 'anyone'
}

/** The query of these filters; unknown values from an old or mistyped address are left out. */
export function taskQuery({ q, state, kind, assignee, late, sort }: TaskFilters): TaskQuery {
  const list = taskLists.find((each) => each === state) ?? 'open'
  const known = taskKinds.find((each) => each === kind)
  const who = assignee === 'anyone' ? null : listTasks.query.shape.assignee.safeParse(assignee)
  return {
    ...(q ? { q } : {}),
    state: list,
    ...(late ? { overdue: 'true' as const } : {}),
    ...(known ? { kind: known } : {}),
    ...(who?.success ? { assignee: who.data } : {}),
    sort: listTasks.query.shape.sort.safeParse(sort).success ? sort : 'kind',
  }
}

export const isFiltered = ({ q, state, kind, assignee, late }: TaskFilters): boolean =>
  Boolean(q || kind || late) || assignee !== taskFilters.assignee || state !== 'open'
