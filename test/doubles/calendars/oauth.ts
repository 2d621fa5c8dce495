// The sign-in service of a played calendar service: RFC 6749 with PKCE (RFC 7636), refresh tokens and revocation.

import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Route, Seen } from '../double.ts'

export const CALENDAR_CLIENT = { clientId: 'client-of-a-test', clientSecret: 'secret-of-a-test' } as const

export interface OAuthOptions {
  authorizePath: RegExp
  tokenPath: RegExp
  /** Where a token is revoked (RFC 7009); none: the service does not offer it. */
  revokePath?: RegExp
  /** The only one that is registered. */
  redirectUri: string
  /** All of these have to be requested. */
  scopes: readonly string[]
  /** A new refresh token with each access token, as Microsoft does. */
  rotates: boolean
  /** Parameters that the page has to be opened with. */
  parameters?: Readonly<Record<string, string>>
}

interface Code {
  challenge: string
  redirectUri: string
  scope: string
}

const secret = (): string => randomBytes(24).toString('base64url')
const refuse = (status: number, error: string): Answer => ({
  status,
  body: { error, error_description: 'Played.' },
})

export type OAuthDouble = ReturnType<typeof createOAuth>

export function createOAuth(options: OAuthOptions) {
  const codes = new Map<string, Code>()
  const refreshTokens = new Map<string, string>()
  let accessTokens = new Set<string>()
  const state = {
    /** What the person does on the page; `less`: allows nothing of the calendar. */
    person: 'allows' as 'allows' | 'cancels' | 'less',
    /** Answers of the token endpoint in the place of tokens. */
    fault: null as Answer | null,
    redirectUri: options.redirectUri,
  }

  function authorize({ query }: Seen): Answer {
    const value = (name: string): string => query.get(name) ?? ''
    const wrong =
      value('response_type') !== 'code' ||
      value('client_id') !== CALENDAR_CLIENT.clientId ||
      value('redirect_uri') !== state.redirectUri ||
      value('code_challenge_method') !== 'S256' ||
      value('code_challenge').length !== 43 ||
      value('state').length < 20 ||
      !options.scopes.every((scope) => value('scope').split(' ').includes(scope)) ||
      Object.entries(options.parameters ?? {}).some(([name, text]) => value(name) !== text)
    if (wrong) return { status: 400, body: `bad request: ${query}` }
    const to = new URL(value('redirect_uri'))
    to.searchParams.set('state', value('state'))
    if (state.person === 'cancels') to.searchParams.set('error', 'access_denied')
    else {
      const code = secret()
      const scope = state.person === 'less' ? 'openid' : value('scope')
      codes.set(code, { challenge: value('code_challenge'), redirectUri: value('redirect_uri'), scope })
      to.searchParams.set('code', code)
    }
    return { status: 302, headers: { location: to.href } }
  }

  function token({ body, headers }: Seen): Answer {
    if (state.fault) return state.fault
    const form = new URLSearchParams(body.toString('utf8'))
    if (headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded')
      return refuse(400, 'invalid_request')
    const { clientId, clientSecret } = CALENDAR_CLIENT
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return refuse(401, 'invalid_client')
    if (form.get('grant_type') === 'authorization_code') return byCode(form)
    if (form.get('grant_type') === 'refresh_token') return byRefreshToken(form)
    return refuse(400, 'unsupported_grant_type')
  }

  function byCode(form: URLSearchParams): Answer {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (code?.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
      return refuse(400, 'invalid_grant')
    return tokens(code.scope, secret())
  }

  function byRefreshToken(form: URLSearchParams): Answer {
    const given = form.get('refresh_token') ?? ''
    const scope = refreshTokens.get(given)
    if (scope === undefined) return refuse(400, 'invalid_grant')
    return options.rotates ? tokens(scope, secret()) : tokens(scope, null)
  }

  function tokens(scope: string, refreshToken: string | null): Answer {
    const accessToken = secret()
    accessTokens.add(accessToken)
    if (refreshToken) refreshTokens.set(refreshToken, scope)
    return {
      status: 200,
      body: {
        ...{ token_type: 'Bearer', access_token: accessToken, expires_in: 3600, scope },
        ...(refreshToken && { refresh_token: refreshToken }),
      },
    }
  }

  /** Google withdraws the permission as a whole, and calls a token that is not valid `invalid_token`. */
  function revokeToken({ body, headers }: Seen): Answer {
    if (state.fault) return state.fault
    const given = new URLSearchParams(body.toString('utf8')).get('token') ?? ''
    if (headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded')
      return refuse(400, 'invalid_request')
    if (!refreshTokens.has(given)) return refuse(400, 'invalid_token')
    revoke()
    return { status: 200, body: {} }
  }

  function revoke(): void {
    accessTokens = new Set()
    refreshTokens.clear()
  }

  const routes: Route[] = [
    { method: 'GET', path: options.authorizePath, answer: authorize },
    { method: 'POST', path: options.tokenPath, answer: token },
    ...(options.revokePath
      ? [{ method: 'POST' as const, path: options.revokePath, answer: revokeToken }]
      : []),
  ]
  return {
    routes,
    state,
    isSignIn: (path: string): boolean =>
      [options.authorizePath, options.tokenPath, options.revokePath].some((each) => each?.test(path)),
    isAuthorised: ({ headers }: Seen): boolean =>
      accessTokens.has((headers.authorization ?? '').replace(/^Bearer /, '')),
    /** A refresh token as if the person had consented before. */
    grant(): string {
      const refreshToken = secret()
      refreshTokens.set(refreshToken, options.scopes.join(' '))
      return refreshToken
    },
    /** Access tokens end earlier than they said. */
    expire(): void {
      accessTokens = new Set()
    },
    /** The person, or their administrator, takes the permission away. */
    revoke,
  }
}
