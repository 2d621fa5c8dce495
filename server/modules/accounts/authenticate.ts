import { API_KEY_START } from '#contract/accounts/api-keys.ts'
import type { Access } from '#contract/endpoint.ts'
import { staffRoles } from '#contract/policy.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestHeaders } from '#server/providers/ports/sign-in.ts'
import type { Providers } from '#server/providers/providers.ts'
import { isOwnOrigin, lacksSecondFactor } from './rules.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

interface Senders extends Pick<Providers, 'signIn' | 'portalSignIn' | 'publicUrl' | 'installation'> {
  /** The holder of an API key. @throws AppError not_signed_in */
  key(token: string, ip: string): Promise<Actor>
}

export interface IncomingRequest {
  method: string
  headers: RequestHeaders
  ip: string
}

/**
 * Identifies the sender of a request. Browsers send cookies with any request, so changes from another site are refused.
 * @throws AppError forbidden for a foreign origin, not_signed_in for an API key that is wrong, expired or revoked
 */
export async function authenticate(
  providers: Senders,
  { method, headers, ip }: IncomingRequest,
  access: Access,
): Promise<Actor> {
  const { origin, host } = headers
  if (
    !SAFE.has(method) &&
    !isOwnOrigin({ origin: single(origin), host: single(host), publicUrl: providers.publicUrl })
  ) {
    throw new AppError('forbidden', 'This request came from another site.')
  }
  if (access === 'broker') return authenticateBroker(providers, headers, ip)
  const key = access === 'public' ? null : keyIn(headers)
  if (key) return providers.key(key, ip)
  if (!headers.cookie) return { kind: 'visitor', ip }
  const session = await providers.signIn.session(headers)
  const role = staffRoles.find((known) => known === session?.role)
  if (!session || session.disabled || session.invited || !role) return { kind: 'visitor', ip }
  const { userId, name, email, authenticatedAt } = session
  const mustSetUpTwoFactor = lacksSecondFactor(providers.installation, session)
  const person = { userId, role, name, email, ip, authenticatedAt }
  return { kind: 'staff', ...person, ...(mustSetUpTwoFactor && { mustSetUpTwoFactor }) }
}

/** Identifies a broker by the bearer token only; cookies are ignored in the portal. */
async function authenticateBroker(
  providers: Pick<Providers, 'portalSignIn'>,
  headers: RequestHeaders,
  ip: string,
): Promise<Actor> {
  const session = headers.authorization ? await providers.portalSignIn.session(headers) : null
  if (!session || session.disabled || session.brokerId === null) return { kind: 'visitor', ip }
  const { userId, brokerId, sessionId, name, email } = session
  return { kind: 'broker', userId, brokerId, sessionId, name, email, ip }
}

/** The API key of a request. A session cookie that is sent with it has no effect. */
function keyIn({ authorization }: RequestHeaders): string | null {
  const [scheme = '', token = ''] = single(authorization)?.split(' ') ?? []
  return scheme.toLowerCase() === 'bearer' && token.startsWith(API_KEY_START) ? token : null
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
