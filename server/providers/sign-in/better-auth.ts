import { betterAuth } from 'better-auth'
import type { Kysely } from 'kysely'
import {
  MAX_PASSWORD,
  MIN_PASSWORD,
  type RequestHeaders,
  type SignedIn,
  type SignInProvider,
} from './port.ts'

const SESSION_SECONDS = 30 * 24 * 3600
const REFRESH_SECONDS = 24 * 3600

export interface BetterAuthOptions<Schema> {
  db: Kysely<Schema>
  secret: string
  publicUrl: string
}

/** Sign-in by the library better-auth over our own tables; reached only through our own paths. */
export function createSignIn<Schema>(options: BetterAuthOptions<Schema>): SignInProvider {
  const auth = createAuth(options)
  return {
    async session(headers) {
      // without prolonging it: most requests could not hand out the new cookie, and reads stay reads
      const found = await auth.api.getSession({
        headers: webHeaders(headers),
        query: { disableRefresh: true },
      })
      return found ? toSignedIn(found.user) : null
    },
    async renew(headers) {
      try {
        const answer = await auth.api.getSession({ headers: webHeaders(headers), returnHeaders: true })
        return answer.headers.getSetCookie()
      } catch (error) {
        // signed out elsewhere in the same moment
        if (isRefusal(error)) return []
        throw error
      }
    },
    async signIn({ email, password, headers }) {
      try {
        const answer = await auth.api.signInEmail({
          body: { email, password },
          headers: webHeaders(headers),
          returnHeaders: true,
        })
        const { user, token } = answer.response
        return { userId: Number(user.id), token, cookies: answer.headers.getSetCookie() }
      } catch (error) {
        if (isRefusal(error)) return null
        throw error
      }
    },
    end: async (token) => (await auth.$context).internalAdapter.deleteSession(token),
    async signOut(headers) {
      const answer = await auth.api.signOut({ headers: webHeaders(headers), returnHeaders: true })
      return answer.headers.getSetCookie()
    },
    hashPassword: async (password) => (await auth.$context).password.hash(password),
  }
}

function createAuth<Schema>({ db, secret, publicUrl }: BetterAuthOptions<Schema>) {
  return betterAuth({
    secret,
    baseURL: publicUrl,
    trustedOrigins: [publicUrl],
    database: { db, type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
    },
    user: {
      modelName: 'users',
      additionalFields: {
        role: { type: 'string', required: false, input: false },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    session: { modelName: 'sessions', expiresIn: SESSION_SECONDS, updateAge: REFRESH_SECONDS },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    // our own limits count by address and network, and the library's would count in the memory of one process
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'brokerline',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: 'serial' },
      // requests reach the library only through our gate, which checks the origin itself
      disableCSRFCheck: true,
    },
  })
}

interface LibraryUser {
  id: string
  email: string
  name: string
  role?: string | null
  disabledAt?: Date | null
}

function toSignedIn(user: LibraryUser): SignedIn {
  return {
    userId: Number(user.id),
    email: user.email,
    name: user.name,
    role: user.role ?? null,
    disabled: user.disabledAt != null,
  }
}

/** The library says 400 to 403 for a pair that it does not accept. */
function isRefusal(error: unknown): boolean {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status <= 403
}

function webHeaders(headers: RequestHeaders): Headers {
  const result = new Headers()
  for (const name of ['cookie', 'user-agent', 'x-forwarded-for'] as const) {
    const value = headers[name]
    if (typeof value === 'string') result.set(name, value)
  }
  return result
}
