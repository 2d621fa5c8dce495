// Decides how shares and ages are told: nothing counts as whole before all of it is.

/** Percent with one decimal, rounded down, so that 100 means every one; 100 of none. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10
}

/** Whole days. */
export function ageInDays(since: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - since.getTime()) / 86_400_000))
}
