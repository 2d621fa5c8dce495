import { ApiError } from './api-error.ts'

export interface TryKeys {
  /** The key for a request: the same one again while an equal request has had no answer, else a new one. */
  of(request: string): string
  /** To be called with the result of the request; only a lost connection keeps the key for the next try. */
  settle(error?: unknown): void
}

/** Idempotency keys of one form or button: another try after a lost connection has no second effect. */
export function createTryKeys(): TryKeys {
  let unanswered: { request: string; key: string } | null = null
  return {
    of(request) {
      if (unanswered?.request !== request) unanswered = { request, key: newKey() }
      return unanswered.key
    },
    settle(error) {
      const isAnswered = error === undefined || (error instanceof ApiError && error.status !== 0)
      if (isAnswered) unanswered = null
    },
  }
}

/** crypto.randomUUID needs a secure context; a local installation opened over plain HTTP by address has none. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
