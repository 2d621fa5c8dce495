// Decides the result of a person's move on a task.

import { MAX_SNOOZE_DAYS, type TaskMove, type TaskState, taskTransitions } from '#contract/tasks/tasks.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface TaskRow {
  state: TaskState
  assignedTo: number | null
  snoozedUntil: Date | null
  note: string | null
}

export type Change =
  | { action: 'assign'; assigneeId: number | null }
  | { action: 'snooze'; until: Date | null }
  | { action: 'done'; note: string | null }
  | { action: 'reopen' }

export type Decided =
  | { ok: true; values: TaskRow; closed: boolean }
  | { ok: false; field: string | null; message: string }

const standstill: Record<TaskState, string> = {
  open: 'This task is open already.',
  done: 'This task is done already. Reopen it first.',
  ended: 'This task was closed automatically: it is no longer needed.',
}

/** Applies a move to a task; only a done task can be reopened. */
export function decideTask(before: TaskRow, change: Change, now: Date): Decided {
  const state = taskTransitions[before.state][change.action satisfies TaskMove]
  if (state === undefined) return { ok: false, field: null, message: standstill[before.state] }
  const problem = change.action === 'snooze' ? snoozeProblem(change.until, now) : null
  if (problem) return { ok: false, field: 'until', message: problem }
  const { assignedTo, snoozedUntil, note } = before
  const closed = state !== 'open'
  return {
    ok: true,
    closed,
    values: {
      state,
      assignedTo: change.action === 'assign' ? change.assigneeId : assignedTo,
      snoozedUntil: closed ? null : change.action === 'snooze' ? change.until : snoozedUntil,
      note: change.action === 'done' ? change.note : note,
    },
  }
}

function snoozeProblem(until: Date | null, now: Date): string | null {
  if (until === null) return null
  if (until <= now) return 'Choose a time that is ahead'
  return until.getTime() > now.getTime() + MAX_SNOOZE_DAYS * DAY_MS
    ? `Choose a day within ${MAX_SNOOZE_DAYS} days`
    : null
}

/** When it is overdue. */
export const dueAfter = (from: Date, hours: number): Date => new Date(from.getTime() + hours * HOUR_MS)
