// Decides when a delivery is tried again, and the state that an attempt leaves it in.

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A delivery is retried this long, counted from its event or its replay. */
export const RETRY_MS = 72 * HOUR_MS

/** Pauses after the first failed attempts; the last one is repeated. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
]
/** Pauses vary by this share, so that deliveries which failed together are not retried together. */
const JITTER = 0.1

export interface Attempt {
  /** Including this one. */
  attempts: number
  at: Date
  retryUntil: Date
  succeeded: boolean
  /** From 0 to 1. */
  random: number
}

export type AttemptedState =
  | { state: 'delivered' | 'failed'; nextAttemptAt: null }
  | { state: 'waiting'; nextAttemptAt: Date }

export function stateAfter(
  { attempts, at, retryUntil, succeeded, random }: Attempt,
  delays: readonly number[] = RETRY_DELAYS_MS,
): AttemptedState {
  if (succeeded) return { state: 'delivered', nextAttemptAt: null }
  if (at >= retryUntil) return { state: 'failed', nextAttemptAt: null }
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? 0
  const next = at.getTime() + delay * (1 + JITTER * (2 * random - 1))
  // the last attempt is at the end of the three days
  return { state: 'waiting', nextAttemptAt: new Date(Math.min(next, retryUntil.getTime())) }
}

/** Why a status is a failure, in a sentence; null: it is none. */
export function failureOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null
  if (status >= 300 && status <= 399)
    return `It answered with a redirect (${status}), and redirects are not followed.`
  return `It answered with status ${status}.`
}

/** A webhook that has failed for so long is reported to staff. */
export const REPORT_AFTER_MS = 24 * HOUR_MS
