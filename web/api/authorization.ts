import type { Endpoint } from '#contract/endpoint.ts'

type Authorize = (endpoint: Pick<Endpoint, 'access'>) => string | null

// the browser sends the console's cookie
let authorize: Authorize = () => null

/** Sets the source of the Authorization header; it may throw where an endpoint cannot be called now. */
export function authorizeWith(next: Authorize): void {
  authorize = next
}

/** The header for a call of this endpoint; none where nothing is to be sent. */
export function authorizationFor(endpoint: Pick<Endpoint, 'access'>): Record<string, string> {
  const value = authorize(endpoint)
  return value === null ? {} : { Authorization: value }
}
