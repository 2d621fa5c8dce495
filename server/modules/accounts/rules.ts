// Decides when an address is locked for a network after failed sign-ins.

export const MAX_FAILURES = 10
export const LOCK_MS = 15 * 60_000

export interface Failures {
  failures: number
  firstFailedAt: Date
  lockedUntil: Date | null
}

/** Seconds until the next attempt is allowed; 0 when it is allowed now. */
export function lockedFor(failures: Failures | undefined, now: Date): number {
  const until = failures?.lockedUntil?.getTime() ?? 0
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/** The state after one more failure; failures older than the lock period no longer count. */
export function afterFailure(before: Failures | undefined, now: Date): Failures {
  const fresh = before && now.getTime() - before.firstFailedAt.getTime() < LOCK_MS
  const failures = fresh ? before.failures + 1 : 1
  return {
    failures,
    firstFailedAt: fresh ? before.firstFailedAt : now,
    lockedUntil: failures >= MAX_FAILURES ? new Date(now.getTime() + LOCK_MS) : null,
  }
}

/** True when a request comes from a page of this installation, or not from a page at all. */
export function isOwnOrigin(request: {
  origin: string | undefined
  host: string | undefined
  publicUrl: string
}): boolean {
  if (!request.origin) return true
  const origin = URL.parse(request.origin)
  if (!origin) return false
  return origin.origin === new URL(request.publicUrl).origin || origin.host === request.host
}
