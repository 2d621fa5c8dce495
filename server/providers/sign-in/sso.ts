import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { SIGN_ON_CALLBACK } from '#contract/accounts/sign-on.ts'
import type { SsoClient, SsoFailure, SsoProvider } from '../ports/sso.ts'
import { originHeaders } from './headers.ts'
import { createIssuers, TokenRefused } from './issuer.ts'
import type { IssuerCall } from './issuer-plugin.ts'
import { ISSUER_PLUGIN } from './issuer-plugin.ts'
import type { Library, LibraryOptions } from './library.ts'
import { opened } from './opened-session.ts'

interface SsoOptions extends LibraryOptions {
  /** Issuers in the operator's own network may be read. */
  allowPrivate: boolean
}

/** Single sign-on over the library's own flow: it binds state, nonce and PKCE verifier to the browser, and opens the session. */
export function createSso(library: Library, options: SsoOptions): SsoProvider {
  const { auth, notes } = library
  const issuers = createIssuers(options.allowPrivate)
  const callFor = async (client: SsoClient): Promise<IssuerCall> => ({
    client,
    issuers,
    facts: await issuers.discover(client.issuer),
    redirectUri: `${options.publicUrl}${SIGN_ON_CALLBACK}`,
    again: false,
    admit: async () => null,
    fault: null,
    refused: false,
  })
  const headersOf = (origin: Parameters<typeof originHeaders>[0]): Headers => {
    const headers = originHeaders(origin)
    if (typeof origin.headers.cookie === 'string') headers.set('cookie', origin.headers.cookie)
    return headers
  }
  return {
    discover: (issuer) => issuers.discover(issuer),
    countKeys: (facts) => issuers.countKeys(facts),
    async start(client, { again, ...origin }) {
      const call = { ...(await callFor(client)), again }
      const leads = { callbackURL: '/', errorCallbackURL: '/', disableRedirect: true }
      // kept in the state on the server, which the browser cannot change
      const body = { provider: ISSUER_PLUGIN, ...leads, additionalData: { again } }
      const answer = await notes.run({ issuer: call }, () =>
        auth.api.signInSocial({ body, headers: originHeaders(origin), returnHeaders: true }),
      )
      return { url: answer.response.url ?? '', cookies: answer.headers.getSetCookie() }
    },
    async complete(client, { code, state, iss, ...origin }, admit) {
      const call = { ...(await callFor(client)), admit }
      if (iss === null ? call.facts.sendsIssuer : iss !== call.facts.issuer) return 'untrusted'
      const answer = await notes
        .run({ issuer: call, method: 'sso' }, () =>
          auth.api.callbackOAuth({
            params: { id: ISSUER_PLUGIN },
            query: { code, state },
            headers: headersOf(origin),
            asResponse: true,
          }),
        )
        .catch((error: unknown) => {
          call.fault ??= error
          return null
        })
      if (call.fault instanceof TokenRefused) return 'untrusted'
      if (call.fault || !answer) throw call.fault
      if (call.refused) return null
      const cookies = answer.headers.getSetCookie()
      const failure = failureOf(answer.headers.get('location'))
      if (failure) return failure
      const session = await opened(library, call.admitted ?? 0, cookies)
      return session.sessionId === 0 ? 'untrusted' : session
    },
    async abandon(state, headers) {
      const answer = await auth.api.callbackOAuth({
        params: { id: ISSUER_PLUGIN },
        query: { error: 'refused', state },
        headers: headersOf({ headers }),
        asResponse: true,
      })
      return failureOf(answer.headers.get('location')) !== 'expired'
    },
    seal: async (secret) => symmetricEncrypt({ key: (await auth.$context).secretConfig, data: secret }),
    unseal: async (sealed) => symmetricDecrypt({ key: (await auth.$context).secretConfig, data: sealed }),
  }
}

/** The library reports failures in the address that it redirects to. */
function failureOf(location: string | null): SsoFailure | null {
  const error = new URL(location ?? '/?error=none', 'http://localhost').searchParams.get('error')
  if (error === null) return null
  return ['state_mismatch', 'state_not_found', 'state_invalid'].includes(error) ? 'expired' : 'untrusted'
}
