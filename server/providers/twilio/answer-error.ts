import { readJsonOrNull, VENDOR_LIMITS } from '#server/platform/read-json.ts'

/**
 * A Twilio response other than 2xx, reduced to the needed fields: the SDK's own errors contain the request with its
 * credentials, and lack the Retry-After header.
 */
export class TwilioAnswerError extends Error {
  readonly status: number
  readonly code: number | null
  /** Twilio's message. Only to distinguish refusals: it may repeat our input. */
  readonly text: string
  readonly retryAfter: string | null

  constructor(answer: { status: number; body: unknown; retryAfter: string | null }) {
    super(`Twilio answered ${answer.status}`)
    const { code, message } = fieldsOf(answer.body)
    this.status = answer.status
    this.code = Number.isInteger(Number(code)) && code !== null && code !== '' ? Number(code) : null
    this.text = typeof message === 'string' ? message : ''
    this.retryAfter = answer.retryAfter
  }
}

function fieldsOf(body: unknown): { code: unknown; message: unknown } {
  const parsed = typeof body === 'string' ? readJsonOrNull(body, VENDOR_LIMITS) : body
  if (typeof parsed !== 'object' || parsed === null) return { code: null, message: null }
  const { code = null, message = null, detail = null } = parsed as Record<string, unknown> // any object has these or not
  return { code, message: message ?? detail }
}
