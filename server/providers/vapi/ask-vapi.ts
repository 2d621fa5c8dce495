import { type Asked, type AskOptions, askVendor, type VendorFaults } from '../live/ask-vendor.ts'
import { vapiFault } from './faults.ts'
import type { VapiParts } from './parts.ts'

/** Key, credit and standing of the account: nothing else would fare better. */
const ABOUT_ACCOUNT = new Set([401, 402, 403])

const faultsOf = ({ now }: VapiParts): VendorFaults => ({
  toFault: (error) => vapiFault(error, now()),
  aboutRequestAlone: ({ kind, status }) => kind === 'refused' && !ABOUT_ACCOUNT.has(status ?? 0),
  faultOfRest({ reason }) {
    const message = `Vapi is paused after repeated errors. Its last error: ${reason}`
    return { kind: 'unsent', status: null, code: null, message, retryAfterSeconds: null }
  },
})

/** Asks Vapi something, once. Never throws: what went wrong is told in our own words, without a secret. */
export function askVapi<T>(
  parts: VapiParts,
  work: () => Promise<T>,
  options?: AskOptions,
): Promise<Asked<T>> {
  return askVendor(parts.breaker, faultsOf(parts), work, options)
}
