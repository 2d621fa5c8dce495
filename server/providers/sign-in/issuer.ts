import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import {
  type FetchLimits,
  FetchRefused,
  postGuarded,
  readGuarded,
} from '#server/platform/http/fetch-guarded.ts'
import { type IssuerFacts, IssuerFault } from '../ports/sso.ts'

const TIMEOUT_MS = 10_000
/** A discovery document, a key set or an answer with tokens. */
const MAX_BYTES = 1024 * 1024
const CLOCK_SKEW_SECONDS = 60
/** An ID token is used right after it was issued. */
const TOKEN_AGE_SECONDS = 600
/** Between two reads of the keys for a key id that is not among them. */
const KEYS_COOLDOWN_MS = 30_000
const KEYS_AGE_MS = 600_000
/** Signatures by public keys only: a secret that signs could be the client's own. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

const limitsOf = (allowPrivate: boolean): FetchLimits => ({
  maxBytes: MAX_BYTES,
  timeoutMs: TIMEOUT_MS,
  maxRedirects: 0,
  allowPrivate,
  hosts: null,
})

const documentSchema = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  response_types_supported: z.array(z.string()).optional(),
  scopes_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})

export interface Issuers {
  discover(issuer: string): Promise<IssuerFacts>
  countKeys(facts: IssuerFacts): Promise<number>
  /** @returns the ID token */
  exchange(
    facts: IssuerFacts,
    request: { body: URLSearchParams; headers: Record<string, string> },
  ): Promise<string>
  /** @throws TokenRefused */
  verify(facts: IssuerFacts, token: { idToken: string; clientId: string; nonce: string }): Promise<JWTPayload>
}

/** An ID token or an answer of the issuer that fails a check. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
}

/** Reads issuers, each request guarded: public addresses over https, ten seconds, no redirects. */
export function createIssuers(allowPrivate: boolean): Issuers {
  const limits = limitsOf(allowPrivate)
  let keys: { uri: string; set: ReturnType<typeof createRemoteJWKSet> } | null = null
  /** One set at a time, so that an unknown key id does not read the keys more often than the cooldown allows. */
  const keysOf = (uri: string): ReturnType<typeof createRemoteJWKSet> => {
    if (keys?.uri !== uri) {
      const options = {
        timeoutDuration: TIMEOUT_MS,
        cooldownDuration: KEYS_COOLDOWN_MS,
        cacheMaxAge: KEYS_AGE_MS,
        [customFetch]: async (url: string) =>
          new Response(new Uint8Array(await read(url, limits)), { status: 200 }),
      }
      keys = { uri, set: createRemoteJWKSet(new URL(uri), options) }
    }
    return keys.set
  }
  return {
    async discover(issuer) {
      const facts = factsOf(issuer, await readJson(discoveryAddress(issuer), limits))
      // the browser is sent there, and codes and secrets
      for (const url of [facts.authorizationEndpoint, facts.tokenEndpoint, facts.jwksUri]) {
        if (url.startsWith('https://') || (allowPrivate && url.startsWith('http://'))) continue
        throw new IssuerFault('The discovery document names addresses that do not start with https://.')
      }
      return facts
    },
    async countKeys({ jwksUri }) {
      const parsed = z
        .object({ keys: z.array(z.object({ kty: z.string() })) })
        .safeParse(await readJson(jwksUri, limits))
      const count = parsed.data?.keys.filter(({ kty }) => kty !== 'oct').length ?? 0
      if (count === 0) throw new IssuerFault('The issuer publishes no keys for its signatures.')
      return count
    },
    async exchange(facts, { body, headers }) {
      const { status, bytes } = await guarded(() =>
        postGuarded(facts.tokenEndpoint, { headers, body: Buffer.from(body.toString()) }, limits),
      )
      if (status >= 500) throw new IssuerFault(`The token endpoint answered with status ${status}.`)
      const answer = z.looseObject({ id_token: z.string().optional() }).safeParse(parseJson(bytes))
      if (status !== 200 || !answer.data?.id_token) {
        throw new TokenRefused(`the token endpoint answered with status ${status}`)
      }
      return answer.data.id_token
    },
    async verify(facts, { idToken, clientId, nonce }) {
      const { payload } = await jwtVerify(idToken, keysOf(facts.jwksUri), {
        issuer: facts.issuer,
        audience: clientId,
        algorithms: facts.algorithms,
        clockTolerance: CLOCK_SKEW_SECONDS,
        maxTokenAge: TOKEN_AGE_SECONDS,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      }).catch((error: unknown) => {
        if (error instanceof IssuerFault) throw error
        if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) {
          throw new IssuerFault('The keys of the issuer could not be read.')
        }
        if (error instanceof errors.JOSEError) throw new TokenRefused(error.message)
        throw error
      })
      if (payload.nonce !== nonce) throw new TokenRefused('the nonce is of another sign-in')
      const audiences = [payload.aud].flat()
      if (audiences.length > 1 && payload.azp !== clientId)
        throw new TokenRefused('the token is for another client')
      if (payload.azp !== undefined && payload.azp !== clientId)
        throw new TokenRefused('the token is for another client')
      if (!payload.sub) throw new TokenRefused('the token names no subject')
      return payload
    },
  }
}

/** @throws IssuerFault for an address that cannot be one of an issuer */
function discoveryAddress(issuer: string): string {
  const url = URL.parse(issuer)
  if (!url || url.search || url.hash || url.username) {
    throw new IssuerFault(
      'Enter the address of the issuer as it names itself, such as https://login.example.com.',
    )
  }
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

function factsOf(issuer: string, json: unknown): IssuerFacts {
  const parsed = documentSchema.safeParse(json)
  if (!parsed.success) {
    const [problem] = parsed.error.issues
    throw new IssuerFault(
      `The discovery document is incomplete: ${problem?.path.join('.') || 'it is not an object'}.`,
    )
  }
  const { data } = parsed
  if (data.issuer !== issuer) {
    throw new IssuerFault(
      `The document at this address is of the issuer ${data.issuer.slice(0, 200)}. Enter exactly that.`,
    )
  }
  const offered = data.id_token_signing_alg_values_supported ?? ['RS256']
  const algorithms = offered.filter((name) => ALGORITHMS.includes(name))
  if (algorithms.length === 0)
    throw new IssuerFault('The issuer signs ID tokens with no algorithm that is accepted here.')
  if (data.response_types_supported && !data.response_types_supported.includes('code')) {
    throw new IssuerFault('The issuer does not offer the authorization code flow.')
  }
  const challenges = data.code_challenge_methods_supported
  if (challenges && !challenges.includes('S256'))
    throw new IssuerFault('The issuer does not offer PKCE with S256.')
  const auth = data.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (!auth.includes('client_secret_basic') && !auth.includes('client_secret_post')) {
    throw new IssuerFault('The issuer does not let clients authenticate with a secret.')
  }
  return {
    issuer,
    authorizationEndpoint: data.authorization_endpoint,
    tokenEndpoint: data.token_endpoint,
    jwksUri: data.jwks_uri,
    algorithms,
    sendsIssuer: data.authorization_response_iss_parameter_supported ?? false,
    tokenAuth: auth.includes('client_secret_basic') ? 'basic' : 'post',
    groupsScope: data.scopes_supported?.includes('groups') ?? false,
  }
}

/** @throws IssuerFault */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FetchRefused) throw new IssuerFault(error.message)
    throw error
  }
}

const read = async (url: string, limits: FetchLimits): Promise<Buffer> =>
  (await guarded(() => readGuarded(url, limits, { accept: 'application/json' }))).bytes

async function readJson(url: string, limits: FetchLimits): Promise<unknown> {
  const json = parseJson(await read(url, limits))
  if (json === undefined)
    throw new IssuerFault(`${new URL(url).host} answered with something other than JSON.`)
  return json
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
