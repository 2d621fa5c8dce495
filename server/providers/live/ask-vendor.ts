import type { Breaker, Rest } from './breaker.ts'
import type { VendorFault } from './fault.ts'

export type Asked<T> = { ok: true; value: T } | { ok: false; fault: VendorFault }

/** How a vendor's errors and rests are told in our words. */
export interface VendorFaults {
  toFault(error: unknown): VendorFault
  /** Whether the vendor works and only this request was wrong: nothing for its breaker. */
  aboutRequestAlone(fault: VendorFault): boolean
  /** What is answered in its place while it rests. */
  faultOfRest(rest: Rest): VendorFault
}

export interface AskOptions {
  /** Asks also while the vendor rests: for what must not wait, such as hanging up. */
  anyway?: boolean
}

/** Asks a vendor something, once, and tells its breaker how it went. Nothing is sent while it rests. */
export async function askVendor<T>(
  breaker: Breaker,
  faults: VendorFaults,
  work: () => Promise<T>,
  options: AskOptions = {},
): Promise<Asked<T>> {
  const rest = options.anyway ? null : await breaker.enter()
  if (rest) return { ok: false, fault: faults.faultOfRest(rest) }
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
