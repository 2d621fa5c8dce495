import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bodyId, id, idParams, instant } from './ids.ts'
import { pageQuery } from './page.ts'
import type { Action } from './policy.ts'
import { optionalLongText } from './text-fields.ts'

const tag = 'Tasks'

export const taskKinds = [
  'call_back',
  'requested_call',
  'opt_out_unclear',
  'meeting_wanted',
  'meeting_differs',
  'meeting_unmarked',
  'import_failed',
  'application_overdue',
  'document_overdue',
  'call_unknown',
  'not_delivered',
  'compliance_review',
  'register_stale',
  'register_unreadable',
  'register_not_fetched',
  'feed_not_read',
  'calendar_not_read',
  'papers_missing',
  'finding_of_many',
  'check_missed',
  'score_appeal',
] as const
export type TaskKind = (typeof taskKinds)[number]

interface KindTerms {
  label: string
  /** The action that a person has to take, in a sentence. */
  todo: string
  /** Hours from the occasion until it is overdue. */
  hours: number
  /** The permission to work on it. */
  right: Action
}

export const taskTerms: Record<TaskKind, KindTerms> = {
  call_back: {
    label: 'Call back',
    todo: 'Ring them back: they were told that a person would.',
    hours: 4,
    right: 'bookings.write',
  },
  requested_call: {
    label: 'Requested call',
    todo: 'Nothing while it is planned: the agent calls them at the time that they asked for. Move or cancel it on the broker’s page.',
    hours: 1,
    right: 'calls.dial',
  },
  opt_out_unclear: {
    label: 'Unclear opt-out',
    todo: 'Read what they wrote or said. If they want no more contact, leave the number on hold; otherwise remove the hold from the suppression list.',
    hours: 4,
    right: 'suppressions.remove',
  },
  meeting_wanted: {
    label: 'Wants a meeting',
    todo: 'Agree on a time with them and book it.',
    hours: 24,
    right: 'bookings.write',
  },
  meeting_differs: {
    label: 'Meeting at another time',
    todo: 'Check with them that the booked time suits, or reschedule it.',
    hours: 4,
    right: 'bookings.write',
  },
  meeting_unmarked: {
    label: 'Was the meeting held?',
    todo: 'Mark the meeting as held or no-show.',
    hours: 24,
    right: 'bookings.write',
  },
  import_failed: {
    label: 'Import failed',
    todo: 'Open the import, and start it again or undo it.',
    hours: 24,
    right: 'brokers.import',
  },
  application_overdue: {
    label: 'Application waits for review',
    todo: 'Decide on the application or ask for what is missing.',
    hours: 24,
    right: 'applications.review',
  },
  document_overdue: {
    label: 'Document waits for review',
    todo: 'Approve or reject the document.',
    hours: 24,
    right: 'documents.review',
  },
  call_unknown: {
    label: 'Call outcome unknown',
    todo: 'Look the call up at the voice vendor before anybody rings: the broker may have been called.',
    hours: 24,
    right: 'bookings.write',
  },
  not_delivered: {
    label: 'Not reached in writing',
    todo: 'Ring them and tell them, or correct the email address in their record.',
    hours: 24,
    right: 'bookings.write',
  },
  register_stale: {
    label: 'Register out of date',
    todo: 'Download the register’s new file from data.gov.au and upload it under Surveillance.',
    hours: 24,
    right: 'registers.import',
  },
  register_unreadable: {
    label: 'Register rows unreadable',
    todo: 'Open the unreadable rows under Surveillance, and check the people and companies at asic.gov.au.',
    hours: 24,
    right: 'registers.import',
  },
  register_not_fetched: {
    label: 'Register not fetched',
    todo: 'Fetch the register again under Surveillance, or download its file from data.gov.au and upload it.',
    hours: 24,
    right: 'registers.import',
  },
  feed_not_read: {
    label: 'News feed not read',
    todo: 'Open the feed’s address. If it has moved, remove the feed under Surveillance and add it again.',
    hours: 24,
    right: 'surveillance.review',
  },
  calendar_not_read: {
    label: 'Calendar not read',
    todo: 'Ask the BDM for the current address of their calendar and enter it under Bookings, BDMs.',
    hours: 4,
    right: 'bookings.write',
  },
  papers_missing: {
    label: 'Applications cannot be submitted',
    todo: 'Add the links to the terms and conditions and the privacy policy in Settings, System, Organisation.',
    hours: 4,
    right: 'organisation.write',
  },
  finding_of_many: {
    label: 'One finding about many brokers',
    todo: 'Check the import’s columns and the register’s file under Surveillance, then dismiss the finding or flag each broker.',
    hours: 24,
    right: 'surveillance.review',
  },
  check_missed: {
    label: 'Weekly check missed',
    todo: 'Check why the server did not run on Monday morning.',
    hours: 24,
    right: 'surveillance.check',
  },
  compliance_review: {
    label: 'Compliance review',
    todo: 'Compare what was found with the broker’s record, and clear or suspend them.',
    hours: 24,
    right: 'surveillance.review',
  },
  score_appeal: {
    label: 'Appeal against a score',
    todo: 'Look at the score with what the broker says, and answer them.',
    hours: 240,
    right: 'scoring.override',
  },
}

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
