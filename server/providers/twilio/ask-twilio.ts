import { type Asked, type AskOptions, askVendor, type VendorFaults } from '../live/ask-vendor.ts'
import { aboutRequestAlone, twilioFault } from './faults.ts'
import type { TwilioParts } from './parts.ts'

/** What a callback asks for needs Twilio, which cannot be asked now: it is to send the callback again. */
export class NotNow extends Error {}

const faults: VendorFaults = {
  toFault: (error) => twilioFault(error),
  aboutRequestAlone,
  faultOfRest({ until, reason }) {
    const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
    return { kind: 'busy', status: null, code: null, message: reason, retryAfterSeconds: seconds }
  },
}

/** Asks Twilio something, once. Never throws: what went wrong is told in our own words. */
export function askTwilio<T>(
  { breaker, client }: Pick<TwilioParts, 'breaker' | 'client'>,
  work: (client: TwilioParts['client']) => Promise<T>,
  options?: AskOptions,
): Promise<Asked<T>> {
  return askVendor(breaker, faults, () => work(client), options)
}
