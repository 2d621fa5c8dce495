// Decides how much of a campaign's budget is used, and how many more calls fit in it.

import { MAX_CALL_SECONDS } from '#contract/calls/calls.ts'
import { BUDGET_WARNING, type BudgetUse } from '#contract/campaigns/campaign-budget.ts'

/** Minutes reserved for a call that is on the line or about to be dialled. */
export const MAX_CALL_MINUTES = MAX_CALL_SECONDS / 60

/** Sums over a campaign's calls, test calls left out. */
export interface Spend {
  /** AUD, a decimal: recorded costs, those in US dollars converted. */
  recorded: string
  /** Started minutes of ended calls without such a cost. */
  unpricedMinutes: number
  /** Minutes that the calls on the line may last. */
  openMinutes: number
}

export interface Budget extends Omit<BudgetUse, 'simulated'> {
  /** AUD. */
  amount: string
  /** How many more calls may be dialled now. */
  room: number
}

/** Millionths: sums of decimals stay exact. */
const micro = (amount: string): number => Math.round(Number(amount) * 1e6)
/** Rounded up to cents, so that a shown amount is never below the real one. */
const inCents = (amount: number): string => (Math.ceil(amount / 1e4) / 100).toFixed(2)

/** @param minutePrice AUD; null: not set, so the next call's cost is unknown and none is dialled */
export function budgetOf(amount: string, spend: Spend, minutePrice: string | null): Budget {
  const limit = micro(amount)
  const perMinute = minutePrice === null ? 0 : micro(minutePrice)
  const estimated = spend.unpricedMinutes * perMinute
  const spent = micro(spend.recorded) + estimated
  const onTheLine = spend.openMinutes * perMinute
  const nextCall = MAX_CALL_MINUTES * perMinute
  const room = nextCall === 0 ? 0 : Math.max(0, Math.floor((limit - spent - onTheLine) / nextCall))
  const isUsed = nextCall === 0 || spent + nextCall > limit
  return {
    amount,
    room,
    spent: inCents(spent),
    estimated: inCents(estimated),
    onTheLine: inCents(onTheLine),
    nextCall: nextCall === 0 ? null : inCents(nextCall),
    level: isUsed ? 'used' : spent >= limit * BUDGET_WARNING ? 'near' : 'within',
  }
}

/** Why no call is dialled, in a sentence. */
export function budgetReason({ amount, spent, nextCall }: Budget): string {
  if (nextCall === null)
    return 'The campaign has a budget, and the price of a minute is not set in Settings, System, Organisation.'
  return `The budget of $${amount} is used: $${spent} is spent, and the next call may cost up to $${nextCall}.`
}

export const MINUTE_PRICE_MISSING =
  'Enter the price of a minute in Settings, System, Organisation first: it is reserved for calls on the line'

/** What is wrong with a new budget, or null. */
export function budgetProblem(amount: string, minutePrice: string | null): string | null {
  if (minutePrice === null) return MINUTE_PRICE_MISSING
  const nextCall = MAX_CALL_MINUTES * micro(minutePrice)
  return micro(amount) < nextCall
    ? `One call may cost up to $${inCents(nextCall)}; enter at least that`
    : null
}
