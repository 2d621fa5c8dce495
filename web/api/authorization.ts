import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'

type Authorize = (endpoint: Pick<Endpoint, 'access'>) => string | null

type Refused = (endpoint: Pick<Endpoint, 'access'>, error: ApiError) => void

// the browser sends the console's cookie
let authorize: Authorize = () => null
let refused: Refused = () => undefined

/** Sets the source of the Authorization header; it may throw where an endpoint cannot be called now. */
export function authorizeWith(next: Authorize): void {
  authorize = next
}

/** Sets the handler for refused calls and uploads. */
export function onRefusal(next: Refused): void {
  refused = next
}

export function noteRefusal(endpoint: Pick<Endpoint, 'access'>, error: ApiError): void {
  refused(endpoint, error)
}

/** The header for a call of this endpoint; empty without one. */
export function authorizationFor(endpoint: Pick<Endpoint, 'access'>): Record<string, string> {
  const value = authorize(endpoint)
  return value === null ? {} : { Authorization: value }
}
