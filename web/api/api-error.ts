import type { ChangedMeanwhile } from '#contract/edits.ts'
import { type ErrorBody, type ErrorCode, errorBody } from '#contract/errors.ts'
import { cutText } from '#contract/plain-text.ts'

/** `offline`: no response at all; `unreadable`: a response that is not from this API, for example a proxy's page. */
export type ApiErrorCode = ErrorCode | 'offline' | 'unreadable'

interface ApiErrorInit {
  status: number
  code: ApiErrorCode
  message: string
  fields?: Record<string, string> | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  changed?: ChangedMeanwhile | undefined
  said?: string | undefined
}

/** Any failed API call. `message` is the server's text, safe to show; `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** Seconds, with 429 only. */
  readonly retryAfter: number | null
  /** Changes of the record that was to be saved, if they are the reason for the failure. */
  readonly changed: ChangedMeanwhile | null
  /** The words of an answer that is not of this API; empty where it has none for people. */
  readonly said: string

  constructor(init: ApiErrorInit) {
    super(init.message)
    this.name = 'ApiError'
    this.status = init.status
    this.code = init.code
    this.fields = init.fields ?? {}
    this.requestId = init.requestId ?? null
    this.retryAfter = init.retryAfter ?? null
    this.changed = init.changed ?? null
    this.said = init.said ?? ''
  }
}

let service = 'Brokerline'

/** Public pages and the portal are the lender's: their errors name the lender. */
export function setServiceName(name: string): void {
  if (name) service = name
}

export const offlineMessage = (): string =>
  `${service} could not be reached. Check your connection and try again.`

export const OFFLINE_WRITE_MESSAGE =
  'You’re offline, so this was not saved. What you typed stays here: try again when you’re back online.'

/** @param wasWrite something was to be saved while the browser knew that it had no network */
export function offlineError(wasWrite = false): ApiError {
  const message = wasWrite ? OFFLINE_WRITE_MESSAGE : offlineMessage()
  return new ApiError({ status: 0, code: 'offline', message })
}

/** Reads an answer that is not OK; never throws, whatever the body is. */
export async function readError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined
  const body = parseBody(text)
  if (body) return new ApiError({ status: response.status, ...body, retryAfter })
  const said = sentenceOf(text)
  const detail = said || NO_WORDS
  return new ApiError({
    status: response.status,
    code: 'unreadable',
    message: `${response.status}: ${detail}`,
    said,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter,
  })
}

const MAX_SENTENCE = 300
/** For an answer without words for people: without a body, a page of HTML, or cut off. */
const NO_WORDS = 'The server gave no reason. Try again in a moment.'

/** The readable text in a response of a proxy or another server: plain text, or the `message` of JSON; '' for HTML. */
function sentenceOf(text: string): string {
  const said = text.trim()
  if (said.startsWith('<')) return ''
  if (!/^[[{"]/.test(said)) return cutText(said, MAX_SENTENCE)
  try {
    const { message } = Object(JSON.parse(said))
    return typeof message === 'string' ? cutText(message, MAX_SENTENCE) : ''
  } catch {
    return ''
  }
}

function parseBody(text: string): ErrorBody | null {
  try {
    return errorBody.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The server's message where there is one, otherwise the screen's own text. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === 'internal') return fallback
  if (error.code === 'unreadable') return error.said || fallback
  return error.message
}

/** True when the record does not exist or its id is invalid. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}
