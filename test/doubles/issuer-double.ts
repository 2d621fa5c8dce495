// An OpenID Connect issuer on this machine: the certified server oidc-provider, with an employee signed in there already,
// and tokens that can be changed before they leave.

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export const CLIENT = { clientId: 'brokerline', clientSecret: 'test-client-secret-2026' } as const

export interface Employee {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  preferred_username?: string
  groups?: string[]
  [claim: string]: unknown
}

interface SigningKey {
  kid: string
  privateKey: KeyObject
}

export interface IssuerDouble {
  /** http://127.0.0.1:port */
  issuer: string
  /** Signed in at the issuer; null: cancels. */
  employee: Employee | null
  /** Changes the claims of the next ID tokens; may return the key to sign with. */
  change: ((claims: Record<string, unknown>) => SigningKey | undefined) | null
  /** Paths that answer as set: `down` 503, `silent` never, `cut` breaks the connection. */
  faults: Map<string, 'down' | 'silent' | 'cut'>
  /** Paths of the requests. */
  seen: string[]
  /** A new key signs; the former one is no longer published. */
  rotateKey(): void
  close(): Promise<void>
}

const newKey = (kid: string): SigningKey => ({
  kid,
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
})

/** A key that this issuer has never published. */
export const strangeKey = (): SigningKey => newKey('strange')

/** @param redirectUri the only one that is registered @param port of an issuer that was here before; 0: any */
export async function startIssuer(redirectUri: string, port = 0): Promise<IssuerDouble> {
  let keys = 0
  let key = newKey(`key-${keys}`)
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    double.seen.push(path)
    const fault = double.faults.get(path)
    if (fault === 'silent') return
    if (fault === 'cut') return void response.destroy()
    if (fault === 'down') return void response.writeHead(503).end()
    if (path === '/token' && double.change) signAgain(response, double.change, key)
    if (path.startsWith('/interaction/')) return void finish(request, response)
    handle?.(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // of a TCP server
  let provider = create()
  function create(): Provider {
    const jwk = key.privateKey.export({ format: 'jwk' })
    const made = new Provider(issuer, configuration({ ...jwk, kid: key.kid, use: 'sig', alg: 'RS256' }))
    handle = made.callback()
    return made
  }
  function configuration(jwk: object): Configuration {
    return {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [jwk] } as Configuration['jwks'], // an RSA key as Node exports it
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'preferred_username'],
        profile: ['name', 'given_name', 'family_name'],
        groups: ['groups', 'hd'],
      },
      scopes: ['openid', 'profile', 'email', 'groups'],
      // claims are in the ID token, as those of Entra and Google are
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      cookies: { keys: ['test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: async () => ({ ...double.employee, sub }),
      }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: CLIENT.clientId,
          accountId: oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid profile email groups')
        await grant.save()
        return grant
      },
    }
  }
  async function finish(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { employee } = double
    const result = employee
      ? { login: { accountId: employee.sub } }
      : { error: 'access_denied', error_description: 'cancelled' }
    await provider.interactionFinished(request, response, result)
  }
  const double: IssuerDouble = {
    issuer,
    employee: null,
    change: null,
    faults: new Map(),
    seen: [],
    rotateKey() {
      key = newKey(`key-${++keys}`)
      provider = create()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return double
}

/** Replaces the ID token of the answer that the server writes. */
function signAgain(
  response: ServerResponse,
  change: NonNullable<IssuerDouble['change']>,
  own: SigningKey,
): void {
  const end = response.end.bind(response) as (body: string) => void // the one signature that is used
  response.end = ((body: string | Buffer) => {
    void sign(JSON.parse(String(body))).then((text) => {
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as typeof response.end
  async function sign(answer: { id_token?: string }): Promise<string> {
    if (!answer.id_token) return JSON.stringify(answer)
    const claims: Record<string, unknown> = { ...decodeJwt(answer.id_token) }
    const { kid, privateKey } = change(claims) ?? own
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    return JSON.stringify({ ...answer, id_token: token })
  }
}
