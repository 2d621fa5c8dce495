import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'
import type { Action } from '#contract/policy.ts'
import { taskKinds, taskTerms } from './task-kinds.ts'

/**
 * Kinds of open items with the permission needed for each; null: it depends on the task's kind. In the order of
 * display.
 */
export const needRights = {
  /** Calls are stopped after a restore. */
  calls_held: 'backups.write',
  /** A missed backup, or a failed restore drill. */
  backup: 'backups.write',
  /** Paused itself. */
  campaign_paused: 'campaigns.write',
  /** Calls with most of its budget used. */
  campaign_budget: 'campaigns.write',
  /** Details that every live call must give are missing. */
  organisation: 'organisation.write',
  /** The calling rules end soon, or have ended, and none follow. */
  calling_rules: 'calling_rules.write',
  task: null,
  meetings_unmarked: 'bookings.write',
  applications: 'applications.review',
  documents: 'documents.review',
  registers: 'registers.import',
  /** Differ from the log, or are missing. */
  sealed_rows: 'seals.read',
  failed_jobs: 'jobs.retry',
  sms_held: 'outbox.read',
} as const satisfies Record<string, Action | null>
export type NeedKind = keyof typeof needRights
export const needKinds = Object.keys(needRights) as [NeedKind, ...NeedKind[]] // of the constant above

/** Upper limit of each count; above it the screen shows `99+`. */
export const MOST_NEEDS = 100

/** Kinds of tasks that another line counts already, and planned calls, which the agent makes. */
export const coveredTasks: readonly (typeof taskKinds)[number][] = [
  'requested_call',
  'meeting_unmarked',
  'application_overdue',
  'document_overdue',
  'register_stale',
]

export const need = z.object({
  kind: z.enum(needKinds),
  /** Of tasks: which. */
  task: z.enum(taskKinds).nullable(),
  campaign: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** At most MOST_NEEDS. */
  count: z.number(),
  /** How many of them have waited too long. */
  overdue: z.number(),
  /** The missing setting, or why it stopped. */
  detail: z.string().nullable(),
  /** Since when the longest has waited too long; null where none has. */
  lateSince: instant.nullable(),
})
export type Need = z.infer<typeof need>

/** The permission for an action on a need. */
export function rightOf({ kind, task }: Pick<Need, 'kind' | 'task'>): Action {
  return needRights[kind] ?? (task ? taskTerms[task].right : 'tasks.work')
}

export const dashboardNeeds = endpoint('GET /api/dashboard/needs', {
  tag: 'Dashboard',
  summary: 'What waits for a person who may do something about it, the most urgent first',
  access: 'admin_area.read',
  returns: z.array(need),
})
