import type { VendorFault } from '../live/fault.ts'
import { vapiFault } from './faults.ts'
import type { VapiParts } from './parts.ts'

export type Asked<T> = { ok: true; value: T } | { ok: false; fault: VendorFault }

/** Key, credit and standing of the account: nothing else would fare better. */
const ABOUT_ACCOUNT = new Set([401, 402, 403])

/**
 * Asks Vapi once, unless it rests. Never throws: what went wrong is told in our own words, without a secret.
 * @param options.anyway asks also while it rests: for what must not wait, such as hanging up
 */
export async function askVapi<T>(
  parts: VapiParts,
  work: () => Promise<T>,
  options: { anyway?: boolean } = {},
): Promise<Asked<T>> {
  const resting = options.anyway ? null : await parts.breaker.enter()
  if (resting) return { ok: false, fault: faultOfRest(resting) }
  try {
    const value = await work()
    await parts.breaker.succeeded()
    return { ok: true, value }
  } catch (error) {
    const fault = vapiFault(error, parts.now())
    // a refusal that is about the request alone shows that Vapi works
    if (fault.kind === 'refused' && !ABOUT_ACCOUNT.has(fault.status ?? 0)) await parts.breaker.succeeded()
    else await parts.breaker.failed(fault)
    return { ok: false, fault }
  }
}

function faultOfRest({ reason }: { until: Date; reason: string }): VendorFault {
  const message = `Vapi is paused after repeated errors. Its last error: ${reason}`
  return { kind: 'unsent', status: null, code: null, message, retryAfterSeconds: null }
}
