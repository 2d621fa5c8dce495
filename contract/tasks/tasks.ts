import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { optionalLongText } from '#contract/text-fields.ts'
import { taskKinds } from './task-kinds.ts'

const tag = 'Tasks'

export const taskStates = ['open', 'done', 'ended'] as const
export type TaskState = (typeof taskStates)[number]

export const taskMoves = ['assign', 'snooze', 'done', 'reopen', 'end'] as const
export type TaskMove = (typeof taskMoves)[number]

/**
 * The state after each action, by state; a missing action is not allowed. `end`: the reason for the task no longer
 * exists.
 */
export const taskTransitions: Record<TaskState, Readonly<Partial<Record<TaskMove, TaskState>>>> = {
  open: { assign: 'open', snooze: 'open', done: 'done', end: 'ended' },
  done: { reopen: 'open' },
  ended: {},
}

/** How far ahead a task can be snoozed. */
export const MAX_SNOOZE_DAYS = 60

export const taskSubjects = [
  ...(['call', 'booking', 'application', 'document', 'import', 'register'] as const),
  ...(['contest', 'complaint'] as const),
] as const

const person = z.object({ id: z.number(), name: z.string() })

export const task = z.object({
  id: z.number(),
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  /** A description of the occasion. */
  details: z.string(),
  subject: z.object({ type: z.enum(taskSubjects), id: z.number() }).nullable(),
  broker: z.object({ id: z.number(), name: z.string(), company: z.string().nullable() }).nullable(),
  /** The broker's name, or the name of a person without a record. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  assignee: person.nullable(),
  /** On the simulator's clock where `simulatedAt` is given. */
  dueAt: instant,
  /** The simulator's clock when a simulated call opened the task; null for any other task. */
  simulatedAt: instant.nullable(),
  snoozedUntil: instant.nullable(),
  note: z.string().nullable(),
  /** Why it ended automatically. */
  endedReason: z.string().nullable(),
  closedBy: z.string().nullable(),
  closedAt: instant.nullable(),
  createdAt: instant,
})
export type Task = z.infer<typeof task>

/** `open`: without those that are snoozed. */
export const taskLists = ['open', 'snoozed', 'done', 'ended', 'all'] as const

const taskFilters = {
  state: z.enum(taskLists).default('open'),
  kind: z.enum(taskKinds).optional(),
  /** `free`: your own and unassigned ones. */
  assignee: z.union([z.enum(['me', 'nobody', 'free']), id]).optional(),
  overdue: z.enum(['true', 'false']).optional(),
  brokerId: id.optional(),
}

export const listTasks = endpoint('GET /api/tasks', {
  tag,
  summary: 'What waits for a person, the most urgent first; `assignee=me` for your own',
  access: 'admin_area.read',
  query: pageQuery.extend({
    ...taskFilters,
    /** `kind`: people to call back first, then the other kinds, each by its due time. */
    sort: z
      .string()
      .regex(/^(-?(dueAt|createdAt)|kind)$/, 'Sort by dueAt, createdAt or kind')
      .default('dueAt'),
  }),
  returns: z.array(task),
})

export const countTaskKinds = endpoint('GET /api/tasks/kinds', {
  tag,
  summary:
    'How many tasks of each kind a list holds, and how many of them are late, in the order of `sort=kind`',
  access: 'admin_area.read',
  query: pageQuery.pick({ q: true }).extend(taskFilters),
  returns: z.array(z.object({ kind: z.enum(taskKinds), count: z.number(), overdue: z.number() })),
})

export const getTaskLoad = endpoint('GET /api/tasks/load', {
  tag,
  summary: 'How many open tasks each member of the team has, and how many of them are late; null: nobody',
  access: 'admin_area.read',
  returns: z.array(z.object({ person: person.nullable(), open: z.number(), overdue: z.number() })),
})

/** Tasks that one request changes. */
export const MAX_TASKS_CHANGED = 200

export const changeTasks = endpoint('POST /api/tasks/change', {
  tag,
  summary:
    'Assigns or snoozes several open tasks: named ones, or those of a person (`of`, null: unassigned), the oldest due first. Tasks that cannot be changed are left, with the reason',
  access: 'tasks.work',
  body: z.object({
    tasks: z.union([
      z
        .array(bodyId)
        .min(1, 'Choose the tasks')
        .max(MAX_TASKS_CHANGED, `At most ${MAX_TASKS_CHANGED} tasks at a time`),
      z.strictObject({ of: bodyId.nullable() }),
    ]),
    change: z.discriminatedUnion('action', [
      z.object({ action: z.literal('assign'), assigneeId: bodyId.nullable() }),
      z.object({ action: z.literal('snooze'), until: z.iso.datetime({ offset: true }).nullable() }),
    ]),
  }),
  returns: z.object({
    changed: z.number(),
    left: z.array(z.object({ id: z.number(), reason: z.string() })),
  }),
})

export const countTasks = endpoint('GET /api/tasks/count', {
  tag,
  summary: 'How many tasks are open, how many of them are yours, and how many are overdue',
  access: 'admin_area.read',
  returns: z.object({ open: z.number(), mine: z.number(), overdue: z.number() }),
})

export const listTaskPeople = endpoint('GET /api/tasks/people', {
  tag,
  summary: 'Who may work on tasks of a kind, by name',
  access: 'admin_area.read',
  query: z.object({ kind: z.enum(taskKinds).optional() }),
  returns: z.array(person),
})

export const getTask = endpoint('GET /api/tasks/:id', {
  tag,
  summary: 'One task',
  access: 'admin_area.read',
  params: idParams,
  returns: task,
})

export const updateTask = endpoint('PATCH /api/tasks/:id', {
  tag,
  summary: 'Assigns, snoozes, closes or reopens a task; the right that its matter needs is needed here too',
  access: 'tasks.work',
  params: idParams,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('assign'), assigneeId: bodyId.nullable() }),
    z.object({ action: z.literal('snooze'), until: z.iso.datetime({ offset: true }).nullable() }),
    z.object({ action: z.literal('done'), note: optionalLongText(2000) }),
    z.object({ action: z.literal('reopen') }),
  ]),
  returns: task,
  edits: { subject: 'task', fields: ['state', 'assignee', 'snoozedUntil', 'note'] },
})

export const manualOutcomes = ['reached', 'left_message', 'no_answer', 'wrong_number'] as const
export type ManualOutcome = (typeof manualOutcomes)[number]

export const manualOutcomeLabels: Record<ManualOutcome, string> = {
  reached: 'Spoke with them',
  left_message: 'Left a message',
  no_answer: 'No answer',
  wrong_number: 'Wrong number',
}

export const logCall = endpoint('POST /api/tasks/:id/calls', {
  tag,
  summary:
    'Records a call that a person made for a task: in the timeline of the broker, and in the task, which is closed or snoozed until the next attempt',
  access: 'tasks.work',
  params: idParams,
  body: z.object({
    outcome: z.enum(manualOutcomes, 'Choose how the call ended'),
    note: optionalLongText(2000),
    /** When to call again; null: the task is done. */
    again: z.iso.datetime({ offset: true }).nullable(),
  }),
  returns: task,
})

const digest = z.object({ daily: z.boolean() })

export const getTaskDigest = endpoint('GET /api/tasks/digest', {
  tag,
  summary: 'Whether you get the open tasks by email every morning',
  access: 'tasks.work',
  returns: digest,
})

export const setTaskDigest = endpoint('PUT /api/tasks/digest', {
  tag,
  summary: 'Turns your morning email of open tasks on or off',
  access: 'tasks.work',
  body: digest,
  returns: digest,
})
