import type { ObjectiveKey, ServiceStatus } from '#contract/system/service-status.ts'

/** A call or message that takes longer counts as late. */
export const CALL_SECONDS = 10
export const MESSAGE_SECONDS = 60

interface Objective {
  key: ObjectiveKey
  name: string
  objective: string
  /** In percent. */
  target: number
}

const objectives: readonly Objective[] = [
  {
    key: 'website',
    name: 'Website and API',
    objective: 'Minutes in which at least one server answered and could reach its database.',
    target: 99.9,
  },
  {
    key: 'background',
    name: 'Background work',
    objective: 'Minutes in which due calls, messages and background jobs made progress.',
    target: 99.9,
  },
  {
    key: 'calls',
    name: 'Calls',
    objective: `Calls handed to the phone provider within ${CALL_SECONDS} seconds of the decision to call.`,
    target: 99,
  },
  {
    key: 'messages',
    name: 'Emails and text messages',
    objective: `Messages accepted by the mail server or SMS provider within ${MESSAGE_SECONDS} seconds of being due.`,
    target: 99,
  },
]

/** How many were good, of how many. */
export interface Measured {
  good: number
  of: number
}

export type MeasuredPeriod = Readonly<Record<ObjectiveKey, Measured>>

export function measuredObjectives(
  last30Days: MeasuredPeriod,
  last90Days: MeasuredPeriod,
): ServiceStatus['objectives'] {
  return objectives.map((objective) => ({
    ...objective,
    last30Days: shareOf(last30Days[objective.key]),
    last90Days: shareOf(last90Days[objective.key]),
  }))
}

/** In percent, rounded down: a single bad minute is never shown as 100. */
function shareOf({ good, of }: Measured): number | null {
  return of === 0 ? null : Math.floor((good * 10_000) / of) / 100
}
