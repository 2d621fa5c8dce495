import { type SkipReason, skipReasonLabels, skipReasons } from '#contract/dialling.ts'

export type Skipped = Partial<Record<SkipReason, number>>

/** How many are left out, whatever the reason. */
export function totalSkipped(skipped: Skipped): number {
  return skipReasons.reduce((sum, reason) => sum + (skipped[reason] ?? 0), 0)
}

/** Reasons that apply to anybody, in words, the most frequent first. */
export function skippedRows(skipped: Skipped): { reason: SkipReason; label: string; count: number }[] {
  return skipReasons
    .map((reason) => ({ reason, label: skipReasonLabels[reason], count: skipped[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}
