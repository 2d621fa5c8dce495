/** Decides whether consent and Do Not Call Register let a broker be called at all. */
import { type CallBasis, callBasisLabels } from '#contract/brokers/brokers.ts'
import { dateText } from '#server/calendar/words.ts'

export const WASH_VALID_DAYS = 30
const DAY = 86_400_000

export interface BasisFacts {
  callBasis: CallBasis
  callBasisAt: string | null
  /** The newest Do Not Call Register result; `washedOn` is YYYY-MM-DD. */
  wash: { listed: boolean; washedOn: string } | null
}

/** The missing basis for a call, in one sentence; null: none is missing. */
export function missingBasis(
  facts: BasisFacts,
  now: Date,
): { code: 'do_not_call' | 'no_basis'; text: string } | null {
  const { wash } = facts
  const express = facts.callBasis === 'express' && facts.callBasisAt !== null
  // a listing holds until a newer wash clears it, however old it is
  if (wash?.listed && !express) {
    const label = callBasisLabels[facts.callBasis].toLowerCase()
    const text = `On the Do Not Call Register (washed ${dateText(wash.washedOn)}); basis "${label}" is not enough, it needs a dated express consent.`
    return { code: 'do_not_call', text }
  }
  if (facts.callBasis !== 'none') return null
  if (!wash) return { code: 'no_basis', text: 'No basis to call, and the number was never washed.' }
  if (now.getTime() - Date.parse(wash.washedOn) > WASH_VALID_DAYS * DAY) {
    const text = `No basis to call, and the wash of ${dateText(wash.washedOn)} is older than ${WASH_VALID_DAYS} days.`
    return { code: 'no_basis', text }
  }
  return null
}
