import { type SkipReason, skipReasonLabels, skipReasons } from '#contract/campaigns/dialling.ts'

export type Skipped = Partial<Record<SkipReason, number>>

/** Total of brokers left out, for any reason. */
export function totalSkipped(skipped: Skipped): number {
  return skipReasons.reduce((sum, reason) => sum + (skipped[reason] ?? 0), 0)
}

/** Brokers who have a place in the campaign, or had one. */
export function totalIn({
  waiting,
  reached,
  notReached,
}: Record<'waiting' | 'reached' | 'notReached', number>): number {
  return waiting + reached + notReached
}

/** Reasons with a count above zero, the most frequent first. */
export function skippedRows(skipped: Skipped): { reason: SkipReason; label: string; count: number }[] {
  return skipReasons
    .map((reason) => ({ reason, label: skipReasonLabels[reason], count: skipped[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}
