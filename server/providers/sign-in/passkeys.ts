import type { OpenedSession, RequestHeaders, SignInProvider } from '../ports/sign-in.ts'
import { originHeaders, sentCookie } from './headers.ts'
import { CHALLENGE_COOKIE, type Library } from './library.ts'
import { opened } from './opened-session.ts'

type PasskeyMethods = Pick<
  SignInProvider,
  'startPasskey' | 'addPasskey' | 'challengePasskey' | 'signInWithPasskey'
>

interface Parts {
  /** The session of a request, as the library reads it. */
  webHeaders(headers: RequestHeaders): Promise<Headers>
  refusalToNull<T>(call: () => Promise<T>): Promise<T | null>
}

/** WebAuthn by the library's plugin; devices have to check the person (PIN, finger, face). */
export function createPasskeyMethods(library: Library, parts: Parts): PasskeyMethods {
  const { auth, notes } = library
  const { webHeaders, refusalToNull } = parts
  const withChallenge = async (headers: Headers, sent: RequestHeaders): Promise<Headers> => {
    const { name } = (await auth.$context).createAuthCookie(CHALLENGE_COOKIE)
    const value = sentCookie(sent, name)
    const others = headers.get('cookie')
    if (value === null || others?.includes(`${name}=`)) return headers
    headers.set('cookie', [others, `${name}=${encodeURIComponent(value)}`].filter(Boolean).join('; '))
    return headers
  }
  return {
    async startPasskey(headers) {
      const own = await webHeaders(headers)
      const made = await refusalToNull(() =>
        auth.api.generatePasskeyRegistrationOptions({ headers: own, returnHeaders: true }),
      )
      return made && { options: { ...made.response }, cookies: made.headers.getSetCookie() }
    },
    async addPasskey(headers, { response, name }) {
      const own = await withChallenge(await webHeaders(headers), headers)
      const added = await failureToNull(() =>
        auth.api.verifyPasskeyRegistration({ headers: own, body: { response, name } }),
      )
      return added !== null
    },
    async challengePasskey(origin) {
      const made = await auth.api.generatePasskeyAuthenticationOptions({
        headers: originHeaders(origin),
        returnHeaders: true,
      })
      return { options: { ...made.response }, cookies: made.headers.getSetCookie() }
    },
    async signInWithPasskey({ response, ...origin }): Promise<OpenedSession | null> {
      const headers = await withChallenge(originHeaders(origin), origin.headers)
      const answer = await notes.run({ method: 'passkey' }, () =>
        failureToNull(() =>
          // the library checks each part of it
          auth.api.verifyPasskeyAuthentication({
            headers,
            body: { response: response as never },
            returnHeaders: true,
          }),
        ),
      )
      if (!answer) return null
      return opened(library, Number(answer.response.user.id), answer.headers.getSetCookie())
    },
  }

  /** The library answers a response that WebAuthn cannot read with 500. */
  async function failureToNull<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await refusalToNull(call)
    } catch (error) {
      const { body } = Object(error) as { body?: { code?: unknown } } // an error of the library has a body
      if (body?.code === 'FAILED_TO_VERIFY_REGISTRATION') return null
      throw error
    }
  }
}
