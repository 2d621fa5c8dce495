import type { ChangedMeanwhile } from '#contract/edits.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'

/** A broken rule, reported to the caller with one code of the closed list and a message fit to show to a person. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** One message per field of the input. */
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait, for `too_many_requests` and `unavailable`. */
  readonly retryAfter: number | undefined
  /** The changed record that caused the refusal of a save. */
  readonly changed: ChangedMeanwhile | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: Record<string, string>; retryAfter?: number; changed?: ChangedMeanwhile } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.changed = details.changed
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** A 400 that names the fields. @param fields one message per field */
export function invalid(
  fields: Record<string, string>,
  message = Object.values(fields)[0] ?? 'Invalid input',
): AppError {
  return new AppError('invalid', message, { fields })
}

/** @param what the subject in the reader's words, e.g. 'Campaign' */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found.`)
}

/** The sentence of an expected refusal; any other error is thrown again. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof AppError) || error.code === 'internal') throw error
  return Object.values(error.fields ?? {})[0] ?? error.message
}
