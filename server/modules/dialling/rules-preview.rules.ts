// Compares the decisions on planned calls under two sets of calling rules.

import type { CallDecision } from './decide.rules.ts'

export type RuleChange =
  | { change: 'same' }
  | { change: 'refused'; reason: string }
  | { change: 'moved'; to: Date; reason: string }

/**
 * @param at when the call is planned
 * @returns `same` also where the present rules refuse the call already, or it would be earlier only
 */
export function changeBetween(before: CallDecision, after: CallDecision, at: Date): RuleChange {
  if (before.verdict === 'never') return { change: 'same' }
  const reason = after.reasons[0]?.text ?? ''
  if (after.verdict === 'never') return { change: 'refused', reason }
  const [then, now] = [timeOf(before, at), timeOf(after, at)]
  return now.getTime() > then.getTime() ? { change: 'moved', to: now, reason } : { change: 'same' }
}

const timeOf = ({ verdict, notBefore }: CallDecision, at: Date): Date =>
  verdict === 'later' && notBefore ? notBefore : at
