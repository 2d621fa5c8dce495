import { type Env, wrong } from '#server/config/env.ts'
import { readVendor, type VendorConfig } from '#server/config/vendor.ts'
import { StartupError } from '#server/platform/startup-error.ts'

export interface TwilioConfig extends VendorConfig {
  accountSid: string
  /** Signs Twilio's callbacks, and signs in unless an API key does. */
  authToken: string
  /** An API key with its secret, in place of the token. */
  apiKey: { sid: string; secret: string } | null
  /** The number that calls and writes, E.164; null: none yet. */
  from: string | null
  messagingServiceSid: string | null
  /** Never together with a base URL. */
  region: { name: string; edge: string } | null
  /** Needed to buy Australian numbers. */
  addressSid: string | null
  bundleSid: string | null
}

const E164 = /^\+[1-9]\d{6,14}$/

/** @throws StartupError */
export function readTwilio(env: Env): TwilioConfig | null {
  const accountSid = env.TWILIO_ACCOUNT_SID || null
  const authToken = env.TWILIO_AUTH_TOKEN || null
  if (!accountSid && !authToken) return null
  if (!accountSid || !authToken) {
    throw new StartupError(
      `${accountSid ? 'TWILIO_AUTH_TOKEN' : 'TWILIO_ACCOUNT_SID'} is missing: Twilio needs both, from the start page of its console.`,
    )
  }
  const from = env.TWILIO_FROM || null
  if (from && !E164.test(from)) throw wrong('TWILIO_FROM', 'a number such as +61491570156', from)
  const reached = readVendor(env, 'TWILIO')
  const region = pair(env, 'TWILIO_REGION', 'TWILIO_EDGE')
  if (reached.baseUrl && region)
    throw new StartupError('Set TWILIO_BASE_URL, or TWILIO_REGION with TWILIO_EDGE, not both.')
  const apiKey = pair(env, 'TWILIO_API_KEY', 'TWILIO_API_SECRET')
  return {
    accountSid: sid(accountSid, 'TWILIO_ACCOUNT_SID', 'AC'),
    authToken,
    apiKey: apiKey && { sid: sid(apiKey[0], 'TWILIO_API_KEY', 'SK'), secret: apiKey[1] },
    from,
    messagingServiceSid: optionalSid(env, 'TWILIO_MESSAGING_SERVICE_SID', 'MG'),
    region: region && { name: region[0], edge: region[1] },
    addressSid: optionalSid(env, 'TWILIO_ADDRESS_SID', 'AD'),
    bundleSid: optionalSid(env, 'TWILIO_BUNDLE_SID', 'BU'),
    ...reached,
  }
}

/** Two variables that say something only together. */
function pair(env: Env, first: string, second: string): [string, string] | null {
  const [a, b] = [env[first] || null, env[second] || null]
  if (!a && !b) return null
  if (!a || !b)
    throw new StartupError(`${a ? second : first} is missing: it goes with ${a ? first : second}.`)
  return [a, b]
}

function optionalSid(env: Env, name: string, prefix: string): string | null {
  const value = env[name]
  return value ? sid(value, name, prefix) : null
}

/** The value itself is not repeated: somebody may have put a secret in the wrong place. */
function sid(value: string, name: string, prefix: string): string {
  if (!new RegExp(`^${prefix}\\w{2,62}$`).test(value))
    throw new StartupError(`${name} is wrong: it should begin with ${prefix}, as Twilio's console shows it.`)
  return value
}
