import { type AskOptions, askVendor, type VendorAnswer, type VendorFaults } from '../live/ask-vendor.ts'
import { aboutRequestAlone, twilioFault } from './faults.ts'
import type { TwilioParts } from './parts.ts'

/** Twilio is unreachable while a callback needs it: we answer 503, so that Twilio repeats the callback. */
export class RetryLater extends Error {}

const faults: VendorFaults = {
  toFault: (error) => twilioFault(error),
  aboutRequestAlone,
  pausedFault({ until, reason }) {
    const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
    return { kind: 'busy', status: null, code: null, message: reason, retryAfterSeconds: seconds }
  },
}

/** Sends Twilio one request, without retries. Never throws: errors are returned as a `VendorFault`. */
export function askTwilio<T>(
  { breaker, client }: Pick<TwilioParts, 'breaker' | 'client'>,
  work: (client: TwilioParts['client']) => Promise<T>,
  options?: AskOptions,
): Promise<VendorAnswer<T>> {
  return askVendor(breaker, faults, () => work(client), options)
}
