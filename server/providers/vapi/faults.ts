import { VapiError, VapiTimeoutError } from '@vapi-ai/server-sdk'
import {
  ACCOUNT_SUSPENDED,
  CREDENTIALS_WRONG,
  CREDIT_USED_UP,
  FROM_UNKNOWN,
  NUMBER_PATTERN,
  NUMBER_UNVERIFIED,
  PROVIDER_BUSY,
  PROVIDER_UNCLEAR,
  PROVIDER_UNREACHABLE,
  TRIAL_LIMIT,
} from '#contract/brokers/phone-messages.ts'
import { cutText } from '#contract/plain-text.ts'
import { retryAfterSeconds, type VendorFault } from '../live/fault.ts'

/** Our own error codes, since Vapi has none. */
export type VapiCode =
  | 'number'
  | 'unverified'
  | 'trial'
  | 'international'
  | 'daily_limit'
  | 'concurrency'
  | 'credits'
  | 'suspended'
  | 'key'
  | 'phone_number'
  | 'not_found'

/** Patterns of Vapi's messages, with our code and message. The first match counts. */
const knownMessages: readonly { pattern: RegExp; code: VapiCode; message: string }[] = [
  {
    pattern: /concurrency|concurrent call/i,
    code: 'concurrency',
    message: "Vapi has reached this account's limit of simultaneous calls.",
  },
  {
    pattern: /daily (outbound )?(call )?limit|outbound-daily-limit/i,
    code: 'daily_limit',
    message: "Vapi's own numbers have a daily call limit. Import a number from Twilio in Settings.",
  },
  {
    pattern: /international/i,
    code: 'international',
    message:
      "Vapi's own numbers cannot call Australian phones. Import an Australian number from Twilio in Settings.",
  },
  { pattern: /unverified|not verified|not yet verified/i, code: 'unverified', message: NUMBER_UNVERIFIED },
  { pattern: /trial/i, code: 'trial', message: TRIAL_LIMIT },
  {
    pattern: /credit|balance|wallet|payment|billing|spending limit/i,
    code: 'credits',
    message: CREDIT_USED_UP,
  },
  {
    pattern: /suspend|blocked|disabled|banned|fraud/i,
    code: 'suspended',
    message: ACCOUNT_SUSPENDED,
  },
  {
    pattern: /phone ?number ?id|phone-number.*(not found|does not exist)|couldn'?t (find|get) phone number/i,
    code: 'phone_number',
    message: FROM_UNKNOWN,
  },
  {
    pattern: /e\.?164|customer\.number|misdialed|valid phone number/i,
    code: 'number',
    message: NUMBER_PATTERN,
  },
]

const REFUSED = 'Vapi refused the request.'

/** Network errors after which nothing was sent. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_INVALID_URL)$/

/** A response that is not a 2xx to a request made without the SDK. */
export class VapiAnswerError extends Error {
  readonly status: number
  readonly retryAfter: string | null

  constructor(status: number, retryAfter: string | null) {
    super(`Vapi answered ${status}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Maps an error of Vapi, its SDK or the network to a fault. It is never passed on: it holds headers. */
export function vapiFault(error: unknown, now: Date = new Date()): VendorFault {
  if (error instanceof VapiTimeoutError) return fault('unclear', PROVIDER_UNCLEAR)
  if (error instanceof VapiAnswerError)
    return ofAnswer(error.status, '', retryAfterSeconds(error.retryAfter, now))
  if (!(error instanceof VapiError)) return ofNetwork(error)
  if (error.statusCode === undefined) return ofNetwork(error.cause)
  const header = error.rawResponse?.headers.get('retry-after')
  return ofAnswer(error.statusCode, messageIn(error.body), retryAfterSeconds(header, now))
}

/** @param text the vendor's own message, which is never passed on */
export function ofAnswer(status: number, text: string, retryAfter: number | null = null): VendorFault {
  if (status === 429) return { ...fault('busy', PROVIDER_BUSY, status), retryAfterSeconds: retryAfter }
  if (status === 408 || status >= 500 || status < 400) return fault('unclear', PROVIDER_UNCLEAR, status)
  if (status === 401 || (status === 403 && !/suspend|blocked|disabled/i.test(text)))
    return fault('refused', CREDENTIALS_WRONG, status, 'key')
  const known =
    knownMessages.find((entry) => entry.pattern.test(text)) ??
    (status === 402 ? knownMessages.find(({ code }) => code === 'credits') : undefined)
  if (known?.code === 'concurrency')
    return { ...fault('busy', known.message, status, known.code), retryAfterSeconds: retryAfter ?? 5 }
  if (known) return fault('refused', known.message, statusOf(known.code, status), known.code)
  if (status === 404) return fault('refused', 'Vapi cannot find this call or number.', 404, 'not_found')
  return fault('refused', REFUSED, status)
}

/** The breaker judges by status, but Vapi also answers 400 for account problems. */
function statusOf(code: VapiCode, status: number): number {
  if (code === 'credits') return 402
  return code === 'suspended' ? 403 : status
}

/** The message for a call that Vapi ended itself; null where the reason matches none. */
export function messageForReason(endedReason: string): { code: VapiCode; message: string } | null {
  const text = endedReason.replaceAll('-', ' ')
  return knownMessages.find(({ pattern }) => pattern.test(text) || pattern.test(endedReason)) ?? null
}

function ofNetwork(error: unknown): VendorFault {
  return codesOf(error).some((code) => UNSENT.test(code))
    ? fault('unsent', PROVIDER_UNREACHABLE)
    : fault('unclear', PROVIDER_UNCLEAR)
}

/** A network error's codes lie in its cause, or in one error per address tried. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return []
  const { code, errors } = error as { code?: unknown; errors?: unknown } // properties that Node adds to its errors
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...codesOf(error.cause, depth + 1),
    ...(Array.isArray(errors) ? errors.flatMap((one) => codesOf(one, depth + 1)) : []),
  ]
}

function messageIn(body: unknown): string {
  if (typeof body === 'string') return cutText(body, 2000)
  if (typeof body !== 'object' || body === null) return ''
  const { message, error } = body as { message?: unknown; error?: unknown } // unvalidated response
  const texts = [message, error].flat().filter((part) => typeof part === 'string')
  return cutText(texts.join(' '), 2000)
}

function fault(
  kind: VendorFault['kind'],
  message: string,
  status: number | null = null,
  code: VapiCode | null = null,
): VendorFault {
  return { kind, message, status, code, retryAfterSeconds: null }
}
