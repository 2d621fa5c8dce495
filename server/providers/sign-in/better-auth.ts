import { symmetricDecrypt } from 'better-auth/crypto'
import { type Kysely, sql } from 'kysely'
import { refersToNothing } from '#server/platform/db/unreachable.ts'
import type { Audience, CodeRefusal, RequestHeaders, SignedIn, SignInProvider } from '../ports/sign-in.ts'
import type { SsoProvider } from '../ports/sso.ts'
import { givenCookie, originHeaders, sentCookie, sentSession, sessionHeaders } from './headers.ts'
import {
  type CallNotes,
  createLibrary,
  type Library,
  type LibraryOptions,
  REFRESH_SECONDS,
  SESSION_SECONDS,
  STAND_IN,
} from './library.ts'
import { opened } from './opened-session.ts'
import { createPasskeyMethods } from './passkeys.ts'
import { endVerifications, hashAnew, isStillRight, markSeen } from './rows.ts'
import { findSession, isOver, signedInOf, verifiedToken } from './session-row.ts'
import { createSso } from './sso.ts'
import { timeStepOf } from './time-steps.ts'

/** Time left of a session when the library prolongs it. */
const PROLONGED_AT_MS = (SESSION_SECONDS - REFRESH_SECONDS) * 1000
/** Precision of a session's last use. */
const SEEN_MS = 5 * 60_000

/** Sign-in by the library better-auth over our own tables; reached only through our own paths. */
export function createSignIns<Schema>(
  given: Omit<LibraryOptions, 'db'> & { db: Kysely<Schema>; allowPrivateIssuers: boolean },
): {
  signIn: SignInProvider
  portalSignIn: SignInProvider
  sso: SsoProvider
} {
  // this provider runs raw SQL only; the library names its own tables
  const options = { ...given, db: given.db as Kysely<unknown> }
  const staff = createLibrary(options, 'staff')
  return {
    signIn: explained(createSignIn(options, 'staff', staff), options),
    portalSignIn: explained(createSignIn(options, 'broker', createLibrary(options, 'broker')), options),
    sso: createSso(staff, { ...options, allowPrivate: given.allowPrivateIssuers }),
  }
}

/** The library wraps a database failure in its own error: a query shows whether the database failed. */
function explained(provider: SignInProvider, { db }: LibraryOptions): SignInProvider {
  const explain = async (error: unknown): Promise<never> => {
    if (Number(partOf(error, 'statusCode')) >= 500) await sql`select 1`.execute(db)
    throw error
  }
  const wrap = <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) => {
    return (...args: Args): Promise<Result> => method(...args).catch(explain)
  }
  return Object.fromEntries(
    Object.entries(provider).map(([name, method]) => [name, wrap(method)]),
  ) as unknown as SignInProvider // the same methods by the same names
}

function createSignIn(options: LibraryOptions, audience: Audience, library: Library): SignInProvider {
  const { auth, notes } = library
  const webHeaders = async (headers: RequestHeaders, ip?: string): Promise<Headers> => {
    const { authCookies } = await auth.$context
    return sessionHeaders(audience, headers, authCookies.sessionToken.name, ip)
  }
  /** A change by the signed-in user that must leave their session unchanged. */
  const keepingSession = async <T>(
    headers: RequestHeaders,
    change: (headers: Headers) => Promise<{ headers: Headers; response: T }>,
  ): Promise<T | null> => {
    const own = await webHeaders(headers)
    const found = await auth.api.getSession({ headers: own, query: { disableRefresh: true } })
    if (!found) return null
    const keep = found.session.token
    const answer = await refusalToNull(() => notes.run({ keep }, () => change(own)))
    if (!answer) return null
    const made = (await opened(library, 0, answer.headers.getSetCookie())).token
    if (made && made !== keep) await (await auth.$context).internalAdapter.deleteSession(made)
    return answer.response
  }
  /** As the library would read it, which prolongs and deletes: where neither is due, in one statement. */
  const readSession = async (signed: string, headers: RequestHeaders): Promise<SignedIn | null> => {
    const token = verifiedToken(signed, options.secret)
    const row = token === null ? undefined : await findSession(options.db, token)
    // both audiences sign with one secret: a session of the other one under this name opens nothing
    if (token === null || !row || row.audience !== audience) return null
    const now = Date.now()
    const left = row.expiresAt.getTime() - now
    // of a cookie without prolonging it: most requests could not hand out the new one, and reads stay reads
    if (left <= 0 || (audience === 'broker' && left <= PROLONGED_AT_MS)) {
      const query = { disableRefresh: audience === 'staff' }
      const own = await webHeaders(headers)
      if (!(await refusalToNull(() => auth.api.getSession({ headers: own, query })))) return null
    }
    if (isOver(audience, row, now)) {
      await (await auth.$context).internalAdapter.deleteSession(token)
      return null
    }
    if (now - (row.lastSeenAt?.getTime() ?? 0) > SEEN_MS) await markSeen(options, row.sessionId)
    return signedInOf(row)
  }
  const session = async (headers: RequestHeaders): Promise<SignedIn | null> => {
    const signed = sentSession(audience, headers, options.publicUrl)
    if (!signed) return null
    return readSession(signed, headers)
  }
  return {
    session,
    async renew(headers) {
      const known = await session(headers)
      if (!known || known.expiresAt.getTime() - Date.now() > PROLONGED_AT_MS) return []
      const own = await webHeaders(headers)
      // refused: signed out elsewhere in the same moment
      const answer = await refusalToNull(() => auth.api.getSession({ headers: own, returnHeaders: true }))
      return answer?.headers.getSetCookie() ?? []
    },
    async signIn({ email, password, ...origin }) {
      const note: CallNotes = { email }
      const body = { email: STAND_IN, password }
      const answer = await refusalToNull(() =>
        notes.run(note, () =>
          auth.api.signInEmail({ body, headers: originHeaders(origin), returnHeaders: true }),
        ),
      )
      if (!answer) return null
      if (note.outdated) await hashAnew(options, { password, outdated: note.outdated })
      const cookies = answer.headers.getSetCookie()
      if ('user' in answer.response && answer.response.user) {
        const session = await opened(library, Number(answer.response.user.id), cookies)
        if (await isStillRight(options, { userId: session.userId, password, checked: note.checked }))
          return session
        // changed while it was checked: that change has ended the sessions that were there before this one
        await (await auth.$context).internalAdapter.deleteSession(session.token)
        return null
      }
      const challenge = givenCookie(cookies, await challengeCookie(library))
      const userId = await challenged(library, challenge)
      if (userId === null) return null
      const isRight = await isStillRight(options, { userId, password, checked: note.checked })
      return isRight ? { userId, challenge, cookies } : null
    },
    challengeIn: async (headers) => sentCookie(headers, await challengeCookie(library)),
    challenged: (challenge) => challenged(library, challenge),
    async verify({ challenge, code, ...origin }) {
      const headers = originHeaders(origin)
      headers.set('cookie', `${await challengeCookie(library)}=${encodeURIComponent(challenge)}`)
      const input = { headers, returnHeaders: true } as const
      const backup = backupCode(code)
      try {
        const answer = backup
          ? await auth.api.verifyBackupCode({ ...input, body: { code: backup } })
          : await auth.api.verifyTOTP({ ...input, body: { code: code.replaceAll(/\s/g, '') } })
        const userId = Number(answer.response.user.id)
        const session = await opened(library, userId, answer.headers.getSetCookie())
        return backup ? session : { ...session, timeStep: await acceptedStep(library, userId, code) }
      } catch (error) {
        const refusal = codeRefusal(error)
        if (refusal) return refusal
        throw error
      }
    },
    end: async (token) => (await auth.$context).internalAdapter.deleteSession(token),
    async signOut(headers) {
      const answer = await auth.api.signOut({ headers: await webHeaders(headers), returnHeaders: true })
      return answer.headers.getSetCookie()
    },
    hashPassword: async (password) => (await auth.$context).password.hash(password),
    checkPassword: async (password, hash) => (await auth.$context).password.verify({ password, hash }),
    async changePassword(headers, { current, next }) {
      const own = await webHeaders(headers)
      const body = { currentPassword: current, newPassword: next, revokeOtherSessions: false }
      const changed = await refusalToNull(() => auth.api.changePassword({ headers: own, body }))
      // links to reset it, and sign-ins with the former one that wait for a code
      if (changed) await endVerifications(options, Number(changed.user.id))
      return changed !== null
    },
    async startReset(email) {
      const note: CallNotes = { email }
      await notes.run(note, () => auth.api.requestPasswordReset({ body: { email: STAND_IN } }))
      return note.reset?.token ?? null
    },
    async ownerOfReset(token) {
      const { internalAdapter } = await auth.$context
      const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      return found && found.expiresAt.getTime() > Date.now() ? Number(found.value) : null
    },
    async reset(token, newPassword) {
      const note: CallNotes = {}
      await refusalToNull(() =>
        notes.run(note, () => auth.api.resetPassword({ body: { token, newPassword } })),
      )
      const userId = note.reset?.userId ?? null
      // also ends further reset links, and sign-ins that wait for a code
      if (userId !== null) await endVerifications(options, userId)
      return userId
    },
    async startTwoFactor(headers, password) {
      const own = await webHeaders(headers)
      const made = await refusalToNull(() => auth.api.enableTwoFactor({ headers: own, body: { password } }))
      return made && made.method === 'totp' ? { uri: made.totpURI, backupCodes: made.backupCodes } : null
    },
    async confirmTwoFactor(headers, code) {
      const body = { code: code.replaceAll(/\s/g, '') }
      const confirmed = await keepingSession(headers, (own) =>
        auth.api.verifyTOTP({ headers: own, body, returnHeaders: true }),
      )
      return confirmed !== null
    },
    async stopTwoFactor(headers, password) {
      const stopped = await keepingSession(headers, (own) =>
        auth.api.disableTwoFactor({ headers: own, body: { password }, returnHeaders: true }),
      )
      return stopped !== null
    },
    ...createPasskeyMethods(library, { webHeaders, refusalToNull }),
  }
}

/** The time step of a code of the app that has just been accepted. */
async function acceptedStep({ auth }: Library, userId: number, code: string): Promise<number> {
  const { adapter, secretConfig } = await auth.$context
  const found = await adapter.findOne<{ secret: string }>({
    model: 'twoFactor',
    where: [{ field: 'userId', value: String(userId) }],
  })
  const secret = await symmetricDecrypt({ key: secretConfig, data: found?.secret ?? '' })
  return timeStepOf(secret, code, Date.now())
}

async function challengeCookie({ auth }: Library): Promise<string> {
  return (await auth.$context).createAuthCookie('two_factor').name
}

/** The id of the challenge. Not verified here: the library checks its signature when a code arrives. */
async function challenged({ auth }: Library, challenge: string): Promise<number | null> {
  const [identifier = ''] = challenge.split('.')
  if (!identifier.startsWith('2fa-') || identifier.startsWith('2fa-attempts-')) return null
  const found = await (await auth.$context).internalAdapter.findVerificationValue(identifier)
  return found && found.expiresAt.getTime() > Date.now() ? Number(found.value) : null
}

/** Normalises a backup code to 'aBc12-dEf34'; null for a six-digit code of the app. */
function backupCode(code: string): string | null {
  const plain = code.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(plain) ? null : `${plain.slice(0, 5)}-${plain.slice(5)}`
}

/** The library responds with 400 to 403 to a refusal; an account that is deleted at that moment counts as one. */
async function refusalToNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    const status = partOf(error, 'statusCode')
    if (typeof status === 'number' && status >= 400 && status <= 403) return null
    if (refersToNothing(error)) return null
    throw error
  }
}

const codeRefusals: Readonly<Record<string, CodeRefusal>> = {
  INVALID_CODE: 'wrong',
  INVALID_BACKUP_CODE: 'wrong',
  INVALID_TWO_FACTOR_COOKIE: 'ended',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'ended',
  TOTP_NOT_ENABLED: 'ended',
  BACKUP_CODES_NOT_ENABLED: 'ended',
  ACCOUNT_TEMPORARILY_LOCKED: 'locked',
}

function codeRefusal(error: unknown): CodeRefusal | null {
  // two requests with the same backup code: one of them has used it up
  if (partOf(error, 'statusCode') === 409) return 'ended'
  const code = partOf(partOf(error, 'body'), 'code')
  return typeof code === 'string' ? (codeRefusals[code] ?? null) : null
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
