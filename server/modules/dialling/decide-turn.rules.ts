import { withHoursArms } from './better-hour.rules.ts'
import type { Candidate } from './candidates.views.ts'
import { type CallDecision, decideTogether } from './decide.rules.ts'
import type { CallFacts, CallPolicy } from './facts.rules.ts'

export interface Decided {
  facts: CallFacts
  enrolmentId: number
  decision: CallDecision
}

/**
 * Decides on all enrolments of a turn together.
 * @param brokerIds in the order in which they were due
 * @returns in that order; without brokers who are no longer enrolled
 */
export function decideInOrder(
  loaded: readonly Candidate[],
  brokerIds: readonly number[],
  { policy, now }: { policy: CallPolicy; now: Date },
): Decided[] {
  const candidates = new Map(withHoursArms(loaded, policy).map((one) => [one.facts.brokerId, one]))
  const decisions = decideTogether(
    [...candidates.values()].map(({ facts }) => facts),
    policy,
    now,
  )
  return brokerIds.flatMap((brokerId) => {
    const [candidate, decision] = [candidates.get(brokerId), decisions.get(brokerId)]
    return candidate?.enrolment && decision
      ? [{ facts: candidate.facts, enrolmentId: candidate.enrolment.id, decision }]
      : []
  })
}

export const isCallable = ({ decision }: Decided): boolean => decision.verdict === 'call'

/**
 * The decisions on those due before the first callable broker, except on those who share a number with a broker from
 * there on: that broker's decision is left for another turn.
 */
export function beforeFirstCall(decided: readonly Decided[]): readonly Decided[] {
  const first = decided.findIndex(isCallable)
  if (first === -1) return decided
  const numbersLeft = new Set(decided.slice(first).flatMap(({ facts }) => facts.number?.e164 ?? []))
  return decided.slice(0, first).filter(({ facts }) => !facts.number || !numbersLeft.has(facts.number.e164))
}
