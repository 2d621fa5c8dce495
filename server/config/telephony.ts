import { StartupError } from '#server/platform/startup-error.ts'
import { type Env, LOOPBACK, number, wrong } from './env.ts'
import { secureUrl } from './transport.ts'

/** What both vendors of telephone calls have. */
interface VendorConfig {
  /** null: the vendor's own address. Everything that its SDK sends goes there, downloads too. No trailing slash. */
  baseUrl: string | null
  /** The address is on this machine: a test double, which reaches no phone. */
  loopback: boolean
  /** Dispatches allowed in any rolling second over all processes. */
  callsPerSecond: number
}

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

export interface VapiConfig extends VendorConfig {
  apiKey: string
  /** Authenticates requests to the control URLs of calls; null: the private key does. */
  publicKey: string | null
  /** Vapi's name of the number that calls; null: none yet. */
  phoneNumberId: string | null
  /** Proves that a callback comes from Vapi. */
  webhookSecret: string
}

/** Vapi allows ten calls at once by default, Twilio starts one a second: both by their documents. */
const DEFAULT_PACE = 1

const E164 = /^\+[1-9]\d{6,14}$/
const VAPI_ID = /^[\w-]{1,64}$/

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
  const baseUrl = secureUrl(env, 'TWILIO_BASE_URL')
  const region = pair(env, 'TWILIO_REGION', 'TWILIO_EDGE')
  if (baseUrl && region)
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
    ...reached(baseUrl),
    callsPerSecond: pace(env, 'TWILIO_CALLS_PER_SECOND'),
  }
}

/** @throws StartupError */
export function readVapi(env: Env): VapiConfig | null {
  const apiKey = env.VAPI_API_KEY || null
  if (!apiKey) return null
  const webhookSecret = env.VAPI_WEBHOOK_SECRET || null
  if (!webhookSecret || webhookSecret.length < 8) {
    throw new StartupError(
      `VAPI_WEBHOOK_SECRET is ${webhookSecret ? 'wrong' : 'missing'}: with VAPI_API_KEY set it must be a random text of at least 8 characters, by which callbacks are known to be Vapi's.`,
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
    ...reached(secureUrl(env, 'VAPI_BASE_URL')),
    callsPerSecond: pace(env, 'VAPI_CALLS_PER_SECOND'),
  }
}

function reached(baseUrl: string | null): Pick<VendorConfig, 'baseUrl' | 'loopback'> {
  const host = baseUrl === null ? '' : new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  return { baseUrl, loopback: LOOPBACK.has(host) }
}

function pace(env: Env, name: string): number {
  return number(env, name, { min: 0.1, max: 1000, whole: false }, DEFAULT_PACE)
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
