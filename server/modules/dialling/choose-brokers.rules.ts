/** Decides which brokers are enrolled when a campaign starts, and counts the decisions. */
import { type SkipReason, skipReasons } from '#contract/dialling.ts'
import { type CallDecision, decideTogether } from './decide.rules.ts'
import type { CallPolicy } from './facts.rules.ts'
import type { Candidate } from './views.ts'

/** The decision on a broker who is new to the campaign, or was not reached in its last run. */
export interface Choice {
  candidate: Candidate
  decision: CallDecision
}

/**
 * Decides on all brokers who are new to the campaign and, unless it is still running, again on those it never
 * reached. While it runs, finished enrolments stay finished.
 */
export function chooseBrokers(
  candidates: readonly Candidate[],
  { policy, now, running }: { policy: CallPolicy; now: Date; running: boolean },
): Choice[] {
  const open = candidates.filter(
    ({ enrolment }) => !enrolment || (!running && enrolment.state === 'done' && !enrolment.reached),
  )
  const decisions = decideTogether(
    open.map(({ facts }) => facts),
    policy,
    now,
  )
  return open.flatMap((candidate) => {
    const decision = decisions.get(candidate.facts.brokerId)
    return decision ? [{ candidate, decision }] : []
  })
}

export interface Counts {
  callableNow: number
  callableLater: number
  skipped: Partial<Record<SkipReason, number>>
}

export function countChoices(choices: readonly Choice[]): Counts {
  const counts: Counts = { callableNow: 0, callableLater: 0, skipped: {} }
  for (const { decision } of choices) {
    if (decision.verdict === 'call') counts.callableNow++
    if (decision.verdict === 'later') counts.callableLater++
    const code = decision.reasons[0]?.code
    if (decision.verdict === 'never' && isSkipReason(code))
      counts.skipped[code] = (counts.skipped[code] ?? 0) + 1
  }
  return counts
}

function isSkipReason(code: string | undefined): code is SkipReason {
  return skipReasons.some((reason) => reason === code)
}
