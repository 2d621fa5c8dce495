import type { VendorFault } from '../live/fault.ts'
import { aboutRequestAlone, twilioFault } from './faults.ts'
import type { TwilioParts } from './parts.ts'

export type Asked<T> = { ok: true; value: T } | { ok: false; fault: VendorFault }

/** What a callback asks for needs Twilio, which cannot be asked now: it is to send the callback again. */
export class NotNow extends Error {}

/**
 * Asks Twilio something, once, and tells its breaker how it went. Nothing is sent while it rests.
 * @param options.anyway sends also then: for what must not wait, such as hanging up
 */
export async function askTwilio<T>(
  { breaker, client }: Pick<TwilioParts, 'breaker' | 'client'>,
  work: (client: TwilioParts['client']) => Promise<T>,
  options: { anyway?: boolean } = {},
): Promise<Asked<T>> {
  const rest = options.anyway ? null : await breaker.enter()
  if (rest) return { ok: false, fault: restFault(rest) }
  let value: T
  try {
    value = await work(client)
  } catch (error) {
    const fault = twilioFault(error)
    await (aboutRequestAlone(fault) ? breaker.succeeded() : breaker.failed(fault))
    return { ok: false, fault }
  }
  await breaker.succeeded()
  return { ok: true, value }
}

function restFault({ until, reason }: { until: Date; reason: string }): VendorFault {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
  return { kind: 'busy', status: null, code: null, message: reason, retryAfterSeconds: seconds }
}
