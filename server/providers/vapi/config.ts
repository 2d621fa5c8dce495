import { type Env, wrong } from '#server/config/env.ts'
import { readVendor, type VendorConfig } from '#server/config/vendor.ts'
import { StartupError } from '#server/platform/startup-error.ts'

export interface VapiConfig extends VendorConfig {
  apiKey: string
  /** Authenticates requests to the control URLs of calls; null: the private key does. */
  publicKey: string | null
  /** Vapi's name of the number that calls; null: none yet. */
  phoneNumberId: string | null
  /** Proves that Vapi sent a callback. */
  webhookSecret: string
}

const VAPI_ID = /^[\w-]{1,64}$/

/** @throws StartupError */
export function readVapi(env: Env): VapiConfig | null {
  const apiKey = env.VAPI_API_KEY || null
  if (!apiKey) return null
  const webhookSecret = env.VAPI_WEBHOOK_SECRET || null
  if (!webhookSecret || webhookSecret.length < 8) {
    throw new StartupError(
      `VAPI_WEBHOOK_SECRET is ${webhookSecret ? 'wrong' : 'missing'}: with VAPI_API_KEY set it must be a random text of at least 8 characters, which authenticates callbacks of Vapi.`,
    )
  }
  const phoneNumberId = env.VAPI_PHONE_NUMBER_ID || null
  if (phoneNumberId && !VAPI_ID.test(phoneNumberId))
    throw wrong('VAPI_PHONE_NUMBER_ID', "the number's id in Vapi, a UUID", phoneNumberId)
  return {
    apiKey,
    publicKey: env.VAPI_PUBLIC_KEY || null,
    phoneNumberId,
    webhookSecret,
    ...readVendor(env, 'VAPI'),
  }
}
