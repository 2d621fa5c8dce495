import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bodyId, id, idParams, instant } from './ids.ts'
import { pageQuery } from './page.ts'
import { taskKinds } from './task-kinds.ts'
import { optionalLongText } from './text-fields.ts'

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

export const taskSubjects = ['call', 'booking', 'application', 'document', 'import', 'register'] as const

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

export const listTasks = endpoint('GET /api/tasks', {
  tag,
  summary: 'What waits for a person, the most urgent first; `assignee=me` for your own',
  access: 'admin_area.read',
  query: pageQuery.extend({
    state: z.enum(taskLists).default('open'),
    kind: z.enum(taskKinds).optional(),
    assignee: z.union([z.enum(['me', 'nobody']), id]).optional(),
    overdue: z.enum(['true', 'false']).optional(),
    brokerId: id.optional(),
    sort: z
      .string()
      .regex(/^-?(dueAt|createdAt)$/, 'Sort by dueAt or createdAt')
      .default('dueAt'),
  }),
  returns: z.array(task),
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
