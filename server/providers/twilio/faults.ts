import {
  ACCOUNT_SUSPENDED,
  CALLBACK_REFUSED,
  CREDENTIALS_WRONG,
  FROM_UNKNOWN,
  GEO_FORBIDDEN,
  NUMBER_PATTERN,
  NUMBER_UNREACHABLE,
  NUMBER_UNVERIFIED,
  PROVIDER_BUSY,
  PROVIDER_UNCLEAR,
  PROVIDER_UNREACHABLE,
  TRIAL_LIMIT,
} from '#contract/brokers/phone-messages.ts'
import { retryAfterSeconds, type VendorFault } from '../live/fault.ts'
import { TwilioAnswerError } from './answer-error.ts'

/** Connection errors after which nothing was sent: no connection, or a certificate that cannot be trusted. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** The message shown for each Twilio error code. */
const sentences: Readonly<Record<number, string>> = {
  21201: NUMBER_PATTERN,
  21211: NUMBER_PATTERN,
  21217: NUMBER_PATTERN,
  21401: NUMBER_PATTERN,
  21421: NUMBER_PATTERN,
  21219: NUMBER_UNVERIFIED,
  21608: NUMBER_UNVERIFIED,
  21404: TRIAL_LIMIT,
  10002: TRIAL_LIMIT,
  21215: GEO_FORBIDDEN,
  13227: GEO_FORBIDDEN,
  21408: GEO_FORBIDDEN,
  21203: GEO_FORBIDDEN,
  21210: FROM_UNKNOWN,
  21212: FROM_UNKNOWN,
  21606: FROM_UNKNOWN,
  21214: NUMBER_UNREACHABLE,
  21216: 'Twilio does not let this account call this number. Contact its support, or remove the number.',
  21205: CALLBACK_REFUSED,
  21609: CALLBACK_REFUSED,
  20003: CREDENTIALS_WRONG,
  20005: ACCOUNT_SUSPENDED,
  10001: ACCOUNT_SUSPENDED,
  20404: 'Twilio cannot find this. It may have been deleted in its console.',
  10004: PROVIDER_BUSY,
  20429: PROVIDER_BUSY,
}

/** Codes that reject the called number: another attempt cannot reach it either. */
const INVALID_TO = new Set(['21201', '21211', '21214', '21216', '21217', '21401', '21421'])

const TRIAL_WORDS = /trial accounts? (have|has|cannot|can't|is|are)\b|limited parameter access/i
const SUSPENDED_WORDS = /suspended|not active|inactive|closed/i

/** Maps an SDK error to a fault. The error itself is never passed on: it carries credentials. */
export function twilioFault(error: unknown, now = new Date()): VendorFault {
  const answer = answerOf(error)
  if (answer) return faultOfAnswer(answer, now)
  return connectionFault(error)
}

/** Whether Twilio rejected the called number. */
export function refusesNumber({ code }: VendorFault): boolean {
  return code !== null && INVALID_TO.has(code)
}

/** Whether Twilio works and only this request was wrong: its breaker counts no failure. */
export function aboutRequestAlone({ kind, status, code }: VendorFault): boolean {
  if (kind !== 'refused') return false
  return status !== 401 && status !== 403 && code !== '20003' && code !== '20005' && code !== '10001'
}

/** Twilio's error response; null for a connection error. */
function answerOf(error: unknown): TwilioAnswerError | null {
  if (error instanceof TwilioAnswerError) return error
  // the SDK's own RestException
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    const code = 'code' in error ? error.code : null
    return new TwilioAnswerError({
      status: error.status,
      body: { code, message: error.message },
      retryAfter: null,
    })
  }
  return null
}

function faultOfAnswer({ status, code, text, retryAfter }: TwilioAnswerError, now: Date): VendorFault {
  const base = { status, code: code === null ? null : String(code) }
  const kind = kindOf(status, code)
  if (kind === 'busy')
    return { ...base, kind, message: PROVIDER_BUSY, retryAfterSeconds: retryAfterSeconds(retryAfter, now) }
  if (kind === 'unclear') return { ...base, kind, message: PROVIDER_UNCLEAR, retryAfterSeconds: null }
  return { ...base, kind, message: sentenceOf(status, code, text), retryAfterSeconds: null }
}

function kindOf(status: number, code: number | null): VendorFault['kind'] {
  if (status === 429 || code === 20429 || code === 10004) return 'busy'
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unclear'
}

function sentenceOf(status: number, code: number | null, text: string): string {
  if (TRIAL_WORDS.test(text) && code !== 21219 && code !== 21608) return TRIAL_LIMIT
  const known = code === null ? undefined : sentences[code]
  if (known === CREDENTIALS_WRONG && SUSPENDED_WORDS.test(text)) return ACCOUNT_SUSPENDED
  if (known) return known
  if (status === 401 || status === 403)
    return SUSPENDED_WORDS.test(text) ? ACCOUNT_SUSPENDED : CREDENTIALS_WRONG
  const named = code === null ? `status ${status}` : `error ${code}`
  const where = code === null ? '' : ` See https://www.twilio.com/docs/api/errors/${code}.`
  return `Twilio refused this with ${named}.${where}`
}

function connectionFault(error: unknown): VendorFault {
  const { code, syscall } = originOf(error)
  const unsent = UNSENT.has(code) || (code === 'ETIMEDOUT' && syscall === 'connect')
  return {
    kind: unsent ? 'unsent' : 'unclear',
    status: null,
    code: null,
    message: unsent ? PROVIDER_UNREACHABLE : PROVIDER_UNCLEAR,
    retryAfterSeconds: null,
  }
}

function originOf(error: unknown): { code: string; syscall: string } {
  const all = [error, error instanceof Error ? error.cause : null]
  const field = (name: 'code' | 'syscall'): string => {
    for (const one of all) {
      if (typeof one !== 'object' || one === null) continue
      const value: unknown = Reflect.get(one, name)
      if (typeof value === 'string') return value
    }
    return ''
  }
  return { code: field('code'), syscall: field('syscall') }
}
