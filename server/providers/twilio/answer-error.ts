/**
 * An answer of Twilio that is not a 2xx, with what is needed of it and nothing else: the SDK's own errors carry the
 * request with its credentials, and not the header that says how long to wait.
 */
export class TwilioAnswerError extends Error {
  readonly status: number
  readonly code: number | null
  /** Twilio's own words. For telling refusals apart only: they may repeat what we sent. */
  readonly words: string
  readonly retryAfter: string | null

  constructor(answer: { status: number; body: unknown; retryAfter: string | null }) {
    super(`Twilio answered ${answer.status}`)
    const { code, message } = fieldsOf(answer.body)
    this.status = answer.status
    this.code = Number.isInteger(Number(code)) && code !== null && code !== '' ? Number(code) : null
    this.words = typeof message === 'string' ? message : ''
    this.retryAfter = answer.retryAfter
  }
}

function fieldsOf(body: unknown): { code: unknown; message: unknown } {
  const parsed = typeof body === 'string' ? parsedOrNull(body) : body
  if (typeof parsed !== 'object' || parsed === null) return { code: null, message: null }
  const { code = null, message = null, detail = null } = parsed as Record<string, unknown> // any object has these or not
  return { code, message: message ?? detail }
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
