// Decides how shares and ages are rounded: 100% and full days only once they are complete.

/** Percent with one decimal, rounded down, so that 100 means every one; 100 if there are none. */
export function percentOf(part: number, total: number): number {
  return total === 0 ? 100 : Math.floor((part / total) * 1000) / 10
}

/** Full days. */
export function ageInDays(since: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - since.getTime()) / 86_400_000))
}
