/**
 * What a vendor's refusal or silence means.
 * - `refused`: it said no, nothing happened.
 * - `busy`: it said 'not now', nothing happened.
 * - `unsent`: the request never reached it.
 * - `unclear`: a timeout, a broken connection, an error of its own: it may have done what it was asked.
 */
export interface VendorFault {
  kind: 'refused' | 'busy' | 'unsent' | 'unclear'
  /** HTTP status, where there was an answer. */
  status: number | null
  /** The vendor's own code, e.g. 21211. */
  code: string | null
  /** One sentence that says what to do; never a secret, never the vendor's raw words. */
  message: string
  /** What it asked us to wait. */
  retryAfterSeconds: number | null
}

/** Seconds of a Retry-After header: a number, or a date. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | null {
  if (!header) return null
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : null
}
