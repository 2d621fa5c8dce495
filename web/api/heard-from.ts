/** After a change of one's own every read is asked anew for so long: another process may have made it. */
const OWN_CHANGE_MS = 2_000

let process: string | null = null
let changedAt = Number.NEGATIVE_INFINITY

/** Notes which process tells this page of changes; null: none does. */
export function heardFrom(name: string | null): void {
  process = name
}

export function noteOwnChange(): void {
  changedAt = performance.now()
}

/** The header by which a read may be answered with what that process has worked out since it last told of a change. */
export function liveHeader(): Record<string, string> {
  const mayShare = process !== null && performance.now() - changedAt > OWN_CHANGE_MS
  return mayShare && process !== null ? { 'X-Live': process } : {}
}
