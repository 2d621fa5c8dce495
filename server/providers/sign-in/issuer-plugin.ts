import type { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthPlugin } from 'better-auth'
import { getOAuthState } from 'better-auth/api'
import { authorizationCodeRequest, createAuthorizationURL, type OAuthProvider } from 'better-auth/oauth2'
import type { IssuerFacts, SsoClaims, SsoClient, SsoPerson } from '../ports/sso.ts'
import type { Issuers } from './issuer.ts'

/** The library's name of the issuer; also `provider_id` of the accounts that are linked to one. */
export const ISSUER_PLUGIN = 'sso'

/** One sign-in at an issuer, in the notes of the library's call. */
export interface IssuerCall {
  client: SsoClient
  facts: IssuerFacts
  issuers: Issuers
  redirectUri: string
  again: boolean
  admit(claims: SsoClaims): Promise<SsoPerson | null>
  /** The library replaces errors by its own: the first one is kept here. */
  fault: unknown
  /** `admit` returned null. */
  refused: boolean
  admitted?: number
  /** When the issuer asked the person who they are. */
  authenticatedAt?: Date
}

/**
 * When the person proved who they are. An issuer that gives no time counts only in a sign-in that asked for the proof; such
 * a session otherwise begins without one.
 */
async function provenAt({ auth_time: at }: Record<string, unknown>): Promise<Date> {
  if (typeof at === 'number') return new Date(Math.min(at * 1000, Date.now()))
  const state = await getOAuthState()
  return state?.again === true ? new Date() : new Date(0)
}

/** The account id of a subject: unique over issuers, as a subject is unique within one. */
export const accountIdOf = (issuer: string, subject: string): string => `${issuer} ${subject}`

/**
 * Registers the issuer of the current call as the library's social provider. The library's plugin for generic OAuth is the
 * model, and its helpers build the requests; ours differs in that every request is guarded, and the settings are those of
 * the call instead of the start.
 */
export function issuerPlugin(notes: AsyncLocalStorage<{ issuer?: IssuerCall }>): BetterAuthPlugin {
  const current = (): IssuerCall => {
    const call = notes.getStore()?.issuer
    if (!call) throw new Error('no issuer in this call')
    return call
  }
  const noting = async <T>(work: (call: IssuerCall) => Promise<T>): Promise<T> => {
    const call = current()
    try {
      return await work(call)
    } catch (error) {
      call.fault ??= error
      throw error
    }
  }
  const provider: OAuthProvider = {
    id: ISSUER_PLUGIN,
    name: 'Single sign-on',
    requiresIdTokenNonce: true,
    disableSignUp: true,
    options: { disableSignUp: true, disableIdTokenSignIn: true },
    createAuthorizationURL: ({ state, codeVerifier, idTokenNonce }) => {
      const { client, facts, redirectUri, again } = current()
      return createAuthorizationURL({
        id: ISSUER_PLUGIN,
        options: { clientId: client.clientId, redirectURI: redirectUri },
        authorizationEndpoint: facts.authorizationEndpoint,
        redirectURI: redirectUri,
        state,
        codeVerifier,
        nonce: idTokenNonce,
        scopes: ['openid', 'profile', 'email', ...(facts.groupsScope ? ['groups'] : [])],
        ...(again && { prompt: 'login', additionalParams: { max_age: '0' } }),
      })
    },
    validateAuthorizationCode: ({ code, codeVerifier }) =>
      noting(async ({ client, facts, issuers, redirectUri }) => {
        const { clientId, clientSecret } = client
        const request = await authorizationCodeRequest({
          code,
          codeVerifier,
          redirectURI: redirectUri,
          options: { clientId, clientSecret, redirectURI: redirectUri },
          tokenEndpoint: facts.tokenEndpoint,
          authentication: facts.tokenAuth,
        })
        return { idToken: await issuers.exchange(facts, request) }
      }),
    getUserInfo: ({ idToken = '', expectedIdTokenNonce = '' }) =>
      noting(async (call) => {
        const { client, facts, issuers } = call
        const claims = await issuers.verify(facts, {
          idToken,
          clientId: client.clientId,
          nonce: expectedIdTokenNonce,
        })
        const subject = claims.sub ?? ''
        const person = await call.admit({ issuer: facts.issuer, subject, claims })
        call.refused = person === null
        if (!person) return null
        call.admitted = person.userId
        call.authenticatedAt = await provenAt(claims)
        const data = { sub: accountIdOf(facts.issuer, subject) }
        return { user: { email: person.email, emailVerified: false }, data }
      }),
    accountSubject: ({ profile }) => String(Reflect.get(profile, 'sub')),
  }
  return {
    id: 'issuer',
    init: ({ socialProviders }) => ({ context: { socialProviders: [...socialProviders, provider] } }),
  }
}
