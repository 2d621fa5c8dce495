import {
  authorizationCodeRequest,
  createAuthorizationURL,
  refreshAccessTokenRequest,
} from 'better-auth/oauth2'
import { z } from 'zod'
import { FetchRefused } from '#server/platform/http/fetch-guarded.ts'
import { CalendarFault, type CalendarLink } from '../ports/calendars.ts'
import type { ServiceFaults } from './faults.ts'
import type { ServiceFetch } from './service-fetch.ts'

/** A token is replaced this long before its end, so that it does not end on the way. */
const EARLY_MS = 120_000
/** Of a request to the sign-in service. */
const TIMEOUT_MS = 5000
/** Access tokens in memory. */
const MAX_TOKENS = 1000

export interface OAuthSettings {
  /** Of the service, in lower case. */
  name: string
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  scopes: string[]
  /** Further parameters of the service's page. */
  parameters: Readonly<Record<string, string>>
}

const tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce
    .number()
    .positive()
    .max(86_400 * 30),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
})
type Tokens = z.infer<typeof tokens>
const refusal = z.object({ error: z.string() })
const errorOf = (json: unknown): string | undefined => refusal.safeParse(json).data?.error

/** Errors of RFC 6749 and OpenID Connect after which only the person can help. */
const REVOKED = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
  'access_denied',
])

export interface TokenSource {
  /** The service's page. */
  pageFor(options: {
    state: string
    codeVerifier: string
    redirectUri: string
    email: string
  }): Promise<string>
  /** @returns the credentials of a new link @throws CalendarFault */
  redeem(options: {
    code: string
    codeVerifier: string
    redirectUri: string
  }): Promise<{ refreshToken: string }>
  /** An access token that is valid now. @throws CalendarFault */
  accessToken(link: CalendarLink): Promise<string>
  /** The service refused the access token. */
  forget(link: CalendarLink): void
  /** Revokes the refresh token, and with it the permission (RFC 7009). A revoked one is no fault. @throws CalendarFault */
  revoke(link: CalendarLink, revokeUrl: string): Promise<void>
}

interface SignInAnswer {
  response: Response
  json: unknown
}

interface CachedToken {
  accessToken: string
  endsAt: number
}

/** Access tokens by the refresh token of a link, which is the only credential that is stored. */
export function createTokenSource(
  settings: OAuthSettings,
  { fetch, faults }: { fetch: ServiceFetch; faults: ServiceFaults },
): TokenSource {
  const cache = new Map<string, CachedToken>()
  const renewals = new Map<string, Promise<CachedToken>>()
  const { clientId, clientSecret, tokenUrl } = settings
  const options = { clientId, clientSecret }

  const keep = (refreshToken: string, token: CachedToken): void => {
    cache.delete(refreshToken)
    cache.set(refreshToken, token)
    const [oldest] = cache.keys()
    if (cache.size > MAX_TOKENS && oldest !== undefined) cache.delete(oldest)
  }

  async function post({
    body,
    headers,
  }: {
    body: URLSearchParams
    headers: Record<string, string>
  }): Promise<Tokens> {
    const { response, json } = await send(() =>
      fetch(tokenUrl, { method: 'POST', headers, body: body.toString(), timeoutMs: TIMEOUT_MS }),
    )
    if (response.ok) {
      const { data } = tokens.safeParse(json)
      if (!data) throw faults.strange()
      return data
    }
    throw failureOf({ response, json })
  }

  function failureOf({ response, json }: SignInAnswer): CalendarFault {
    if (response.status === 429) return faults.busy(response.headers.get('retry-after'))
    const error = errorOf(json)
    if (error && REVOKED.has(error)) return faults.revoked()
    if (response.status >= 500 || error === 'temporarily_unavailable')
      return faults.unreachable(`its sign-in service answered with status ${response.status}.`)
    return faults.refused(error ?? `status ${response.status}`)
  }

  async function send(work: () => Promise<Response>): Promise<SignInAnswer> {
    try {
      const response = await work()
      return { response, json: await response.json().catch(() => null) }
    } catch (error) {
      if (error instanceof FetchRefused) throw faults.unreachable(error.message)
      throw error
    }
  }

  const cached = ({ access_token: accessToken, expires_in }: Tokens): CachedToken => ({
    accessToken,
    endsAt: Date.now() + expires_in * 1000 - EARLY_MS,
  })

  const forget = ({ credentials: { refreshToken = '' } }: CalendarLink): void => {
    cache.delete(refreshToken)
  }

  async function renew(link: CalendarLink, refreshToken: string): Promise<CachedToken> {
    const answer = await post(
      await refreshAccessTokenRequest({
        refreshToken,
        options,
        tokenEndpoint: tokenUrl,
        authentication: 'post',
      }),
    )
    const token = cached(answer)
    keep(refreshToken, token)
    const { refresh_token: next = refreshToken } = answer
    if (next !== refreshToken) {
      keep(next, token)
      await link.renew({ ...link.credentials, refreshToken: next })
    }
    return token
  }

  return {
    async pageFor({ state, codeVerifier, redirectUri, email }) {
      const url = await createAuthorizationURL({
        id: settings.name,
        options: { ...options, redirectURI: redirectUri },
        authorizationEndpoint: settings.authorizeUrl,
        redirectURI: redirectUri,
        state,
        codeVerifier,
        scopes: settings.scopes,
        loginHint: email,
        additionalParams: { ...settings.parameters },
      })
      return url.href
    },
    async redeem({ code, codeVerifier, redirectUri }) {
      const request = await authorizationCodeRequest({
        code,
        codeVerifier,
        redirectURI: redirectUri,
        options: { ...options, redirectURI: redirectUri },
        tokenEndpoint: tokenUrl,
        authentication: 'post',
      })
      const answer = await post(request).catch((error: unknown) => {
        if (!(error instanceof CalendarFault) || error.kind !== 'revoked') throw error
        throw new CalendarFault(
          'refused',
          'Connecting took too long, or was done already. Connect the calendar again.',
        )
      })
      const granted = answer.scope?.split(' ').map(nameOfScope)
      const wanted = settings.scopes.map(nameOfScope).filter((scope) => scope !== 'offline_access')
      if (granted && !wanted.every((scope) => granted.includes(scope)))
        throw new CalendarFault(
          'refused',
          'Brokerline was not allowed to use the calendar. Connect it again and allow each request.',
        )
      if (!answer.refresh_token) throw faults.refused('no lasting access was given')
      keep(answer.refresh_token, cached(answer))
      return { refreshToken: answer.refresh_token }
    },
    async accessToken(link) {
      const { refreshToken } = link.credentials
      if (!refreshToken) throw faults.revoked()
      const token = cache.get(refreshToken)
      if (token && token.endsAt > Date.now()) return token.accessToken
      const renewal =
        renewals.get(refreshToken) ?? renew(link, refreshToken).finally(() => renewals.delete(refreshToken))
      renewals.set(refreshToken, renewal)
      return (await renewal).accessToken
    },
    forget,
    async revoke(link, revokeUrl) {
      const { refreshToken: token = '' } = link.credentials
      forget(link)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ token })
      const request = { method: 'POST', headers, body: body.toString(), timeoutMs: TIMEOUT_MS }
      const answer = await send(() => fetch(revokeUrl, request))
      if (!answer.response.ok && errorOf(answer.json) !== 'invalid_token') throw failureOf(answer)
    },
  }
}

/** Microsoft may return 'https://graph.microsoft.com/Calendars.ReadWrite' for 'Calendars.ReadWrite'. */
const nameOfScope = (scope: string): string =>
  scope.replace(/^https:\/\/graph\.microsoft\.com\//i, '').toLowerCase()
