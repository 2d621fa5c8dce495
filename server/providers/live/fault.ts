/**
 * How a request to a vendor failed.
 * - `refused`: the vendor rejected it; nothing happened.
 * - `busy`: the vendor requested a wait; nothing happened.
 * - `unsent`: the request never reached it.
 * - `unclear`: a timeout, a broken connection or a server error: the request may have taken effect.
 */
export interface VendorFault {
  kind: 'refused' | 'busy' | 'unsent' | 'unclear'
  /** HTTP status, where there was an answer. */
  status: number | null
  /** The vendor's own code, e.g. 21211. */
  code: string | null
  /** One sentence with the next action; never a secret, never the vendor's raw words. */
  message: string
  /** The wait that the vendor requested, in seconds. */
  retryAfterSeconds: number | null
}

/** Seconds from a Retry-After header, which holds a number or a date. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | null {
  if (!header) return null
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : null
}
