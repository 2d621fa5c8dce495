/** Scales the counts of a sample to its whole audience, and estimates the cost of its calls. */
import type { Counts } from './choose-brokers.rules.ts'
import type { Pace } from './forecast.rules.ts'

/** The same shares of a larger number, in whole brokers. */
export function scaledCounts(counts: Counts, total: number): Counts {
  if (counts.total === 0 || counts.total === total) return { ...counts, total }
  const scale = (count: number): number => Math.round((count * total) / counts.total)
  const { waiting, reached, notReached } = counts.alreadyIn
  return {
    callableNow: scale(counts.callableNow),
    callableLater: scale(counts.callableLater),
    elsewhere: scale(counts.elsewhere),
    betterHour: scale(counts.betterHour),
    outsideHours: scale(counts.outsideHours),
    dialledBefore: scale(counts.dialledBefore),
    skipped: Object.fromEntries(
      Object.entries(counts.skipped).map(([reason, count]) => [reason, scale(count ?? 0)]),
    ),
    alreadyIn: { waiting: scale(waiting), reached: scale(reached), notReached: scale(notReached) },
    total,
  }
}

/** Durations of a provider's last calls, and their costs where they have a price. */
export interface PastCalls {
  dials: number
  /** Of all of them. */
  seconds: number
  /** Of those with a price in the currency that most have. */
  priced: { calls: number; seconds: number; amount: number; currency: string } | null
}

/** Fewer calls with a price give no estimate. */
const ENOUGH_PRICED = 10
const DIALS_OF_A_BROKER = 3

export interface CostEstimate {
  currency: string
  perMinute: string
  amount: string
  minutes: number
  calls: number
}

/** @returns null where too few calls have a price */
export function estimateCost(
  brokers: number,
  { retried }: Pick<Pace, 'retried'>,
  { dials, seconds, priced }: PastCalls,
): CostEstimate | null {
  if (!priced || priced.calls < ENOUGH_PRICED || priced.seconds <= 0 || dials === 0) return null
  let expected = 0
  for (let round = 0, share = 1; round < DIALS_OF_A_BROKER; round++, share *= retried)
    expected += brokers * share
  const minutes = (expected * (seconds / dials)) / 60
  const perMinute = priced.amount / (priced.seconds / 60)
  return {
    currency: priced.currency,
    perMinute: perMinute.toFixed(4),
    amount: (minutes * perMinute).toFixed(2),
    minutes: Math.round(minutes),
    calls: priced.calls,
  }
}
