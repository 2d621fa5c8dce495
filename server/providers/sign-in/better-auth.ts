import { betterAuth } from 'better-auth'
import type { Kysely } from 'kysely'
import {
  type Audience,
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
export function createSignIns<Schema>(options: BetterAuthOptions<Schema>): {
  signIn: SignInProvider
  portalSignIn: SignInProvider
} {
  return { signIn: createSignIn(options, 'staff'), portalSignIn: createSignIn(options, 'broker') }
}

/** The library once for each audience: cookies have other names, and sessions say whose area they open. */
function createSignIn<Schema>(options: BetterAuthOptions<Schema>, audience: Audience): SignInProvider {
  const auth = createAuth(options, audience)
  const webHeaders = async (headers: RequestHeaders): Promise<Headers> => {
    const { authCookies } = await auth.$context
    return audience === 'staff'
      ? staffHeaders(headers)
      : portalHeaders(headers, authCookies.sessionToken.name)
  }
  return {
    async session(headers) {
      // without prolonging it: most requests could not hand out the new cookie, and reads stay reads
      const found = await auth.api.getSession({
        headers: await webHeaders(headers),
        query: { disableRefresh: true },
      })
      // both audiences sign with one secret: a session of the other one under this name opens nothing
      return found && found.session.audience === audience ? toSignedIn(found) : null
    },
    async renew(headers) {
      try {
        const answer = await auth.api.getSession({ headers: await webHeaders(headers), returnHeaders: true })
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
          headers: await webHeaders(headers),
          returnHeaders: true,
        })
        const { user, token } = answer.response
        const cookies = answer.headers.getSetCookie()
        const bearer = cookieValue(cookies, (await auth.$context).authCookies.sessionToken.name)
        return { userId: Number(user.id), token, cookies, bearer }
      } catch (error) {
        if (isRefusal(error)) return null
        throw error
      }
    },
    end: async (token) => (await auth.$context).internalAdapter.deleteSession(token),
    async signOut(headers) {
      const answer = await auth.api.signOut({ headers: await webHeaders(headers), returnHeaders: true })
      return answer.headers.getSetCookie()
    },
    hashPassword: async (password) => (await auth.$context).password.hash(password),
  }
}

function createAuth<Schema>({ db, secret, publicUrl }: BetterAuthOptions<Schema>, audience: Audience) {
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
        brokerId: { type: 'number', required: false, input: false },
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: REFRESH_SECONDS,
      additionalFields: {
        audience: { type: 'string', required: true, input: false, defaultValue: audience },
      },
    },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    // our own limits count by address and network, and the library's would count in the memory of one process
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: audience === 'staff' ? 'brokerline' : 'brokerline-portal',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: 'serial' },
      // requests reach the library only through our gate, which checks the origin itself
      disableCSRFCheck: true,
    },
  })
}

interface LibrarySession {
  session: { id: string }
  user: {
    id: string
    email: string
    name: string
    role?: string | null
    disabledAt?: Date | null
    brokerId?: number | null
  }
}

function toSignedIn({ user, session }: LibrarySession): SignedIn {
  return {
    userId: Number(user.id),
    email: user.email,
    name: user.name,
    role: user.role ?? null,
    disabled: user.disabledAt != null,
    brokerId: user.brokerId ?? null,
    sessionId: Number(session.id),
  }
}

/** The library says 400 to 403 for a pair that it does not accept. */
function isRefusal(error: unknown): boolean {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status <= 403
}

function staffHeaders(headers: RequestHeaders): Headers {
  return pick(headers, ['cookie', 'user-agent', 'x-forwarded-for'])
}

/** The bearer token in the place where the library looks for a session; cookies that came along do not count. */
function portalHeaders(headers: RequestHeaders, cookieName: string): Headers {
  const result = pick(headers, ['user-agent', 'x-forwarded-for'])
  const token = /^Bearer\s+(\S+)$/i.exec(String(headers.authorization ?? ''))?.[1]
  if (token) result.set('cookie', `${cookieName}=${encodeURIComponent(token)}`)
  return result
}

function pick(headers: RequestHeaders, names: readonly string[]): Headers {
  const result = new Headers()
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string') result.set(name, value)
  }
  return result
}

function cookieValue(cookies: readonly string[], name: string): string {
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1).split(';')[0] ?? '') : ''
}
