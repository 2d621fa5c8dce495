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
} from '#contract/phone-messages.ts'
import { retryAfterSeconds, type VendorFault } from '../live/fault.ts'

/** What is wrong; Vapi has no codes, so these are ours. */
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

/** Vapi's words, and what they mean for who reads them here. The first that fits counts. */
const sayings: readonly { says: RegExp; code: VapiCode; message: string }[] = [
  {
    says: /concurrency|concurrent call/i,
    code: 'concurrency',
    message: 'Vapi is already carrying as many calls as this account may have at once.',
  },
  {
    says: /daily (outbound )?(call )?limit|outbound-daily-limit/i,
    code: 'daily_limit',
    message: "A number of Vapi's own may call only so often a day. Import a number from Twilio in Settings.",
  },
  {
    says: /international/i,
    code: 'international',
    message:
      "A number of Vapi's own reaches no Australian phone. Import an Australian number from Twilio in Settings.",
  },
  { says: /unverified|not verified|not yet verified/i, code: 'unverified', message: NUMBER_UNVERIFIED },
  { says: /trial/i, code: 'trial', message: TRIAL_LIMIT },
  {
    says: /credit|balance|wallet|payment|billing|spending limit/i,
    code: 'credits',
    message: CREDIT_USED_UP,
  },
  {
    says: /suspend|blocked|disabled|banned|fraud/i,
    code: 'suspended',
    message: ACCOUNT_SUSPENDED,
  },
  {
    says: /phone ?number ?id|phone-number.*(not found|does not exist)|couldn'?t (find|get) phone number/i,
    code: 'phone_number',
    message: FROM_UNKNOWN,
  },
  { says: /e\.?164|customer\.number|misdialed|valid phone number/i, code: 'number', message: NUMBER_PATTERN },
]

const NO_SENSE = 'Vapi refused the request.'

/** Nothing of a request that failed like this has left the machine. */
const NEVER_LEFT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_INVALID_URL)$/

/** An answer that is not a 2xx to a request that the SDK does not know. */
export class VapiAnswerError extends Error {
  readonly status: number
  readonly retryAfter: string | null

  constructor(status: number, retryAfter: string | null) {
    super(`Vapi answered ${status}`)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** What Vapi, its SDK or the network said, in our own words: what the SDK throws carries answers and headers. */
export function vapiFault(error: unknown, now: Date = new Date()): VendorFault {
  if (error instanceof VapiTimeoutError) return fault('unclear', PROVIDER_UNCLEAR)
  if (error instanceof VapiAnswerError)
    return ofAnswer(error.status, '', retryAfterSeconds(error.retryAfter, now))
  if (!(error instanceof VapiError)) return ofNetwork(error)
  if (error.statusCode === undefined) return ofNetwork(error.cause)
  const header = error.rawResponse?.headers.get('retry-after')
  return ofAnswer(error.statusCode, saidIn(error.body), retryAfterSeconds(header, now))
}

/** @param says the vendor's own words, of which nothing is handed on */
export function ofAnswer(status: number, says: string, retryAfter: number | null = null): VendorFault {
  if (status === 429) return { ...fault('busy', PROVIDER_BUSY, status), retryAfterSeconds: retryAfter }
  if (status === 408 || status >= 500 || status < 400) return fault('unclear', PROVIDER_UNCLEAR, status)
  if (status === 401 || (status === 403 && !/suspend|blocked|disabled/i.test(says)))
    return fault('refused', CREDENTIALS_WRONG, status, 'key')
  const known =
    sayings.find((saying) => saying.says.test(says)) ??
    (status === 402 ? sayings.find(({ code }) => code === 'credits') : undefined)
  if (known?.code === 'concurrency')
    return { ...fault('busy', known.message, status, known.code), retryAfterSeconds: retryAfter ?? 5 }
  if (known) return fault('refused', known.message, statusOf(known.code, status), known.code)
  if (status === 404) return fault('refused', 'Vapi does not know this call or number.', 404, 'not_found')
  return fault('refused', NO_SENSE, status)
}

/** Vapi says with a 400 too what concerns the whole account, and the breaker goes by the status. */
function statusOf(code: VapiCode, status: number): number {
  if (code === 'credits') return 402
  return code === 'suspended' ? 403 : status
}

/** The sentence for a call that Vapi gave up by itself; null where its reason is none of these. */
export function saidOfCall(endedReason: string): { code: VapiCode; message: string } | null {
  const words = endedReason.replaceAll('-', ' ')
  return sayings.find(({ says }) => says.test(words) || says.test(endedReason)) ?? null
}

function ofNetwork(error: unknown): VendorFault {
  return codesOf(error).some((code) => NEVER_LEFT.test(code))
    ? fault('unsent', PROVIDER_UNREACHABLE)
    : fault('unclear', PROVIDER_UNCLEAR)
}

/** The code of an error of the network is that of its cause, or of each address that was tried. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return []
  const { code, errors } = error as { code?: unknown; errors?: unknown } // what Node adds to its errors
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...codesOf(error.cause, depth + 1),
    ...(Array.isArray(errors) ? errors.flatMap((one) => codesOf(one, depth + 1)) : []),
  ]
}

function saidIn(body: unknown): string {
  if (typeof body === 'string') return body.slice(0, 2000)
  if (typeof body !== 'object' || body === null) return ''
  const { message, error } = body as { message?: unknown; error?: unknown } // of an answer nobody has checked
  return [message, error]
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ')
    .slice(0, 2000)
}

function fault(
  kind: VendorFault['kind'],
  message: string,
  status: number | null = null,
  code: VapiCode | null = null,
): VendorFault {
  return { kind, message, status, code, retryAfterSeconds: null }
}
