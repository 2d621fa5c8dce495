import type { OpenedSession } from '../ports/sign-in.ts'
import { givenCookie } from './headers.ts'
import type { Library } from './library.ts'

/** The session that an answer's cookies hand out. */
export async function opened({ auth }: Library, userId: number, cookies: string[]): Promise<OpenedSession> {
  const { authCookies, internalAdapter } = await auth.$context
  const bearer = givenCookie(cookies, authCookies.sessionToken.name)
  const [token = ''] = bearer.split('.')
  const found = userId && token ? await internalAdapter.findSession(token) : null
  return { userId, sessionId: Number(found?.session.id ?? 0), token, cookies, bearer }
}
