import { AsyncLocalStorage } from 'node:async_hooks'
import { passkey } from '@better-auth/passkey'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import { type Audience, MAX_PASSWORD, MIN_PASSWORD, type SignInMethod } from '../ports/sign-in.ts'
import { type IssuerCall, issuerPlugin } from './issuer-plugin.ts'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

export const SESSION_SECONDS = 30 * 24 * 3600
export const REFRESH_SECONDS = 24 * 3600
const RESET_SECONDS = 3600
const CHALLENGE_SECONDS = 600

const cookiePrefixes: Record<Audience, string> = { staff: 'brokerline', broker: 'brokerline-portal' }

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** Over TLS the `__Host-` prefix binds the cookie to this host; the library's own `__Secure-` prefix does not. */
const prefixOf = (audience: Audience, publicUrl: string): string =>
  `${isSecure(publicUrl) ? '__Host-' : ''}${cookiePrefixes[audience]}`

/** The cookie that holds the session of a member of staff. */
export const staffCookieName = (publicUrl: string): string => `${prefixOf('staff', publicUrl)}.session_token`

export interface LibraryOptions {
  /** Untyped schema: the library addresses tables by name. */
  db: Kysely<unknown>
  secret: string
  publicUrl: string
}

/** Data that one call of the library returns besides its result, and the session that it must keep. */
export interface CallNotes {
  /** The address of the account, in place of STAND_IN. */
  email?: string
  /** A session that the library would replace: it stays. */
  keep?: string
  /** Whose password may be set, or was. */
  reset?: { userId: number; token: string | null }
  /** The hash that the password was checked against and is right for. */
  checked?: string
  /** The hash of a right password that cost less than one made today. */
  outdated?: string
  /** How the session of this call is opened; by a password unless it says otherwise. */
  method?: SignInMethod
  /** The sign-in at an issuer. */
  issuer?: IssuerCall
}

/** The library for one audience, and the notes of the current call. */
export interface Library {
  auth: Auth
  notes: AsyncLocalStorage<CallNotes>
}

type Auth = ReturnType<typeof createAuth>

/** One instance for each audience: the cookie names differ, and each session is limited to one area. */
export function createLibrary(options: LibraryOptions, audience: Audience): Library {
  const notes = new AsyncLocalStorage<CallNotes>()
  return { auth: createAuth(options, audience, notes), notes }
}

function createAuth(
  { db, secret, publicUrl }: LibraryOptions,
  audience: Audience,
  notes: AsyncLocalStorage<CallNotes>,
) {
  const secure = publicUrl.startsWith('https:')
  const noteReset = (userId: string, token: string | null): void => {
    const note = notes.getStore()
    if (note) note.reset = { userId: Number(userId), token }
  }
  return betterAuth({
    appName: 'Brokerline',
    secret,
    baseURL: publicUrl,
    trustedOrigins: [publicUrl],
    database: { db, type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: {
        hash: hashPassword,
        verify: async ({ password, hash }) => {
          const right = await verifyPassword(password, hash)
          const note = notes.getStore()
          if (right && note) {
            note.checked = hash
            if (isOutdated(hash)) note.outdated = hash
          }
          return right
        },
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => noteReset(user.id, token),
      onPasswordReset: async ({ user }) => noteReset(user.id, null),
    },
    plugins: [
      findByNotedEmail(notes),
      ...(audience === 'staff' ? [issuerPlugin(notes)] : []),
      passkey({
        rpID: new URL(publicUrl).hostname,
        rpName: 'Brokerline',
        origin: new URL(publicUrl).origin,
        // a passkey counts as two factors: the device, and its check of the person
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification: async ({ verification }) => requireVerified(verification.registrationInfo),
        },
        authentication: {
          afterVerification: async ({ verification }) => requireVerified(verification.authenticationInfo),
        },
        advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
        schema: { passkey: { modelName: 'passkeys', fields: { credentialID: 'credentialId' } } },
      }),
      twoFactor({
        twoFactorCookieMaxAge: CHALLENGE_SECONDS,
        schema: { twoFactor: { modelName: 'twoFactors' } },
      }),
    ],
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
      // what is sensitive asks for the password itself
      freshAge: 0,
      additionalFields: {
        audience: { type: 'string', required: true, input: false, defaultValue: audience },
        lastSeenAt: { type: 'date', required: false, input: false },
        method: { type: 'string', required: false, input: false },
        authenticatedAt: { type: 'date', required: false, input: false },
      },
    },
    // the issuer's tokens are not stored, and only our own command links an account
    account: { modelName: 'credentials', updateAccountOnSignIn: false, accountLinking: { enabled: false } },
    // links and challenges open something: the table holds their hashes only
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: {
              ...session,
              method: notes.getStore()?.method ?? 'password',
              authenticatedAt: notes.getStore()?.issuer?.authenticatedAt ?? new Date(),
            },
          }),
        },
        delete: { before: async ({ token }) => notes.getStore()?.keep !== token },
      },
    },
    // our own limits count by address and network, and the library's would count in the memory of one process
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: prefixOf(audience, publicUrl),
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      database: { generateId: 'serial' },
      // whole addresses: they are shown to the person whose sessions they are
      ipAddress: { ipv6Subnet: 128 },
      // requests reach the library only through our gate, which checks the origin itself
      disableCSRFCheck: true,
    },
  })
}

/** The library lets a device sign without a check of the person. */
function requireVerified(info: { userVerified: boolean } | undefined): void {
  if (!info?.userVerified)
    throw new APIError('UNAUTHORIZED', { message: 'the device did not check the person' })
}

/** The library's cookie that binds a challenge of WebAuthn to the browser. */
export const CHALLENGE_COOKIE = 'passkey'

/**
 * Given to the library in place of an account's address: its own check refuses valid ones, such as smith&jones@example.com.
 * The real address is in the notes of the call.
 */
export const STAND_IN = 'stand-in@example.com'

/** Looks users up by the address in the notes of the call. */
function findByNotedEmail(notes: AsyncLocalStorage<CallNotes>): BetterAuthPlugin {
  return {
    id: 'noted-email',
    init: ({ adapter }) => ({
      context: {
        adapter: {
          ...adapter,
          findOne: async <T>(query: Parameters<typeof adapter.findOne>[0]): Promise<T | null> => {
            const email = notes.getStore()?.email?.toLowerCase()
            const byEmail = email !== undefined && query.where.some(({ field }) => field === 'email')
            if (!byEmail) return adapter.findOne<T>(query)
            const where = query.where.map((part) =>
              part.field === 'email' ? { ...part, value: email } : part,
            )
            const found = await adapter.findOne<T>({ ...query, where })
            // the library compares the address of the row with the one that it was given
            return found && { ...found, email: STAND_IN }
          },
        },
      },
    }),
  }
}
