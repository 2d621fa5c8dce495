// Decides what waits for whom, and in which order it is told.

import { coveredTasks, type Need, needKinds, rightOf } from '#contract/needs.ts'
import type { Action } from '#contract/policy.ts'

/** As it was counted. */
export type CountedNeed = Pick<Need, 'kind' | 'count'> & Partial<Need>

const order = (need: Need): number => needKinds.indexOf(need.kind)

/** Those that somebody may do something about: what has waited too long first, then by kind, then the most. */
export function needsOf(counted: readonly CountedNeed[], may: (action: Action) => boolean): Need[] {
  return counted
    .map((need) => ({
      ...{ task: null, campaign: null, overdue: 0, detail: null, resumesAt: null, wait: null },
      ...need,
    }))
    .filter(
      (need) => need.count > 0 && !(need.task && coveredTasks.includes(need.task)) && may(rightOf(need)),
    )
    .sort(
      (a, b) => urgency(b) - urgency(a) || order(a) - order(b) || b.overdue - a.overdue || b.count - a.count,
    )
}

/** A stopped campaign calls nobody; what is late comes next. */
function urgency({ kind, overdue }: Need): number {
  if (kind === 'campaign_paused') return 2
  return overdue > 0 ? 1 : 0
}

/** What every live call must say, as the settings name it. */
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
