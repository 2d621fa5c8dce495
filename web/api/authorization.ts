import type { Endpoint } from '#contract/endpoint.ts'

type Authorize = (endpoint: Pick<Endpoint, 'access'>) => string | null

// the console's cookie goes by itself
let authorize: Authorize = () => null

/** Says what calls send as Authorization; may throw where an endpoint cannot be called now. */
export function authorizeWith(next: Authorize): void {
  authorize = next
}

/** The header for a call of this endpoint; none where nothing is to be sent. */
export function authorizationFor(endpoint: Pick<Endpoint, 'access'>): Record<string, string> {
  const value = authorize(endpoint)
  return value === null ? {} : { Authorization: value }
}
