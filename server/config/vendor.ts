import { type Env, LOOPBACK, number } from './env.ts'
import { secureUrl } from './transport.ts'

/** The settings that all vendors of telephone calls have. */
export interface VendorConfig {
  /** null: the vendor's own address. All requests of its SDK go there, downloads too. No trailing slash. */
  baseUrl: string | null
  /** The address is on this machine: a test double, which reaches no phone. */
  loopback: boolean
  /** Dispatches allowed in any rolling second over all processes. */
  callsPerSecond: number
}

/** Vapi allows ten concurrent calls by default, Twilio starts one a second: both by their documents. */
const DEFAULT_PACE = 1

/** Reads `<PREFIX>_BASE_URL` and `<PREFIX>_CALLS_PER_SECOND`. @throws StartupError */
export function readVendor(env: Env, prefix: string): VendorConfig {
  const baseUrl = secureUrl(env, `${prefix}_BASE_URL`)
  const host = baseUrl === null ? '' : new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  const pace = { min: 0.1, max: 1000, whole: false }
  return {
    baseUrl,
    loopback: LOOPBACK.has(host),
    callsPerSecond: number(env, `${prefix}_CALLS_PER_SECOND`, pace, DEFAULT_PACE),
  }
}
