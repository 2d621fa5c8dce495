import type { Breaker, Rest } from './breaker.ts'
import type { VendorFault } from './fault.ts'

export type VendorAnswer<T> = { ok: true; value: T } | { ok: false; fault: VendorFault }

/** Maps a vendor's errors, and pauses of its breaker, to faults. */
export interface VendorFaults {
  toFault(error: unknown): VendorFault
  /** Whether the vendor works and only this request was wrong: its breaker counts no failure. */
  aboutRequestAlone(fault: VendorFault): boolean
  /** The fault returned while the breaker is open. */
  pausedFault(rest: Rest): VendorFault
}

export interface AskOptions {
  /** Sends even while the breaker is open: for urgent requests, such as hanging up. */
  anyway?: boolean
}

/** Sends a vendor one request and reports the result to its breaker. Sends nothing while the breaker is open. */
export async function askVendor<T>(
  breaker: Breaker,
  faults: VendorFaults,
  work: () => Promise<T>,
  options: AskOptions = {},
): Promise<VendorAnswer<T>> {
  const rest = options.anyway ? null : await breaker.enter()
  if (rest) return { ok: false, fault: faults.pausedFault(rest) }
  let value: T
  try {
    value = await work()
  } catch (error) {
    const fault = faults.toFault(error)
    await (faults.aboutRequestAlone(fault) ? breaker.succeeded() : breaker.failed(fault))
    return { ok: false, fault }
  }
  await breaker.succeeded()
  return { ok: true, value }
}
