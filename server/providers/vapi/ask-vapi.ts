import { type AskOptions, askVendor, type VendorAnswer, type VendorFaults } from '../live/ask-vendor.ts'
import { vapiFault } from './faults.ts'
import type { VapiParts } from './parts.ts'

/** Key, credit or account problems, which affect every request. */
const ABOUT_ACCOUNT = new Set([401, 402, 403])

const faultsOf = ({ now }: VapiParts): VendorFaults => ({
  toFault: (error) => vapiFault(error, now()),
  aboutRequestAlone: ({ kind, status }) => kind === 'refused' && !ABOUT_ACCOUNT.has(status ?? 0),
  pausedFault({ reason }) {
    const message = `Vapi is paused after repeated errors. Its last error: ${reason}`
    return { kind: 'unsent', status: null, code: null, message, retryAfterSeconds: null }
  },
})

/** Sends Vapi one request, without retries. Never throws: errors are returned as a `VendorFault` without secrets. */
export function askVapi<T>(
  parts: VapiParts,
  work: () => Promise<T>,
  options?: AskOptions,
): Promise<VendorAnswer<T>> {
  return askVendor(parts.breaker, faultsOf(parts), work, options)
}
