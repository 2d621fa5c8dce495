// Decides which needs a user sees, and in which order.

import type { Action } from '#contract/policy.ts'
import { coveredTasks, type Need, needKinds, rightOf } from '#contract/tasks/needs.ts'

/** As it was counted. */
export type CountedNeed = Pick<Need, 'kind' | 'count'> & Partial<Need>

const order = (need: Need): number => needKinds.indexOf(need.kind)

/** The needs that the user may act on: the longest overdue first, then by kind, then the largest. */
export function needsOf(counted: readonly CountedNeed[], may: (action: Action) => boolean): Need[] {
  return counted
    .map((need) => ({
      ...{ task: null, campaign: null, overdue: 0, detail: null, lateSince: null },
      ...need,
    }))
    .filter(
      (need) => need.count > 0 && !(need.task && coveredTasks.includes(need.task)) && may(rightOf(need)),
    )
    .sort(
      (a, b) =>
        urgency(b) - urgency(a) || lateness(a) - lateness(b) || order(a) - order(b) || b.count - a.count,
    )
}

/** The longest overdue sorts first. */
const lateness = ({ lateSince }: Need): number => (lateSince ? Date.parse(lateSince) : 0)

/** Stopped calls are first; overdue needs follow. */
function urgency({ kind, overdue }: Need): number {
  if (kind === 'calls_held') return 3
  if (kind === 'campaign_paused') return 2
  return overdue > 0 ? 1 : 0
}

/** The details that every live call must contain, by their names in the settings. */
export function missingDetails(row: {
  legalName: string
  contactPhone: string
  agentName: string
}): string[] {
  return [
    ...(row.legalName ? [] : ['legal name']),
    ...(row.contactPhone ? [] : ['contact phone']),
    ...(row.agentName ? [] : ['agent name']),
  ]
}
