import type { StaffRole } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { limitReached } from '#server/platform/limits/limits.ts'
import type {
  AskedForCode,
  Audience,
  OpenedSession,
  Origin,
  PasskeyResponse,
  RequestHeaders,
  SignInProvider,
} from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { deleteSessions } from './sessions.store.ts'
import { OF_ACCOUNT_FROM_NETWORK, type Source } from './sign-in-limits.rules.ts'
import { recordFailure, recordSuccess, refuseWhileLimited, sourceOf } from './sign-in-limits.ts'
import { claimCode, findUser, type UserRow } from './store.ts'

/** The longest time for which the sign-in library locks codes. */
const CODES_LOCKED_SECONDS = 15 * 60
export const WRONG_CODE = 'That code is not right. Enter the current code from your app, or a backup code.'
export const CODE_USED = 'That code has been used. Wait for the next one.'
export const CHALLENGE_ENDED = 'This sign-in took too long or had too many wrong codes. Please start again.'

/** An area to sign in to: the console or the portal. */
export interface Area<Person> {
  provider: SignInProvider
  /** The person that a user is in this area; null when not admitted. */
  admit(ctx: Ctx, user: UserRow): Promise<Person | null>
  actor(person: Person, session: { sessionId: number; ip: string }): Actor<StaffRole>
  /** The one message for a wrong password, an unknown address and a user who is not admitted. */
  wrong: string
  /** A more specific error for a sender with the right password; must take the same time for everyone. */
  explain?(ctx: Ctx, pair: { email: string; password: string }): Promise<AppError | null>
}

export interface Password extends Origin {
  email: string
  password: string
}

export interface Code extends Origin {
  challenge: string
  code: string
}

export interface Opened<Person> {
  person: Person
  session: OpenedSession
}

export function providerOf(ctx: Ctx, audience: Audience): SignInProvider {
  return audience === 'staff' ? ctx.providers.signIn : ctx.providers.portalSignIn
}

/**
 * Signs a user in by password; requests a code when two-factor is on.
 * @throws AppError not_signed_in; too_many_requests
 */
export async function signInWith<Person>(
  ctx: Ctx,
  area: Area<Person>,
  input: Password,
): Promise<Opened<Person> | { codeRequest: AskedForCode }> {
  const email = input.email.toLowerCase()
  const source = await sourceOf(ctx, { email, ip: input.ip })
  await refuseWhileLimited(ctx, source)
  const { password, headers, ip } = input
  const answer = await area.provider.signIn({ email, password, headers, ip })
  if (answer && 'challenge' in answer) {
    // failures stay counted until the code is right too
    if (await personOf(ctx, area, answer.userId)) return { codeRequest: answer }
    throw await refusal(ctx, area, source, input)
  }
  const refuse = () => refusal(ctx, area, source, input)
  return completeSignIn(ctx, area, { answer, source, headers, refuse })
}

/**
 * Completes a sign-in with a code from the authenticator app or a backup code. A wrong code counts as a failed sign-in.
 * @throws AppError not_signed_in, too_many_requests
 */
export async function verifyWith<Person>(
  ctx: Ctx,
  area: Area<Person>,
  { challenge, code, headers, ip }: Code,
): Promise<Opened<Person>> {
  const userId = await area.provider.challenged(challenge)
  const user = userId === null ? undefined : await findUser(ctx, userId)
  if (!user) throw new AppError('not_signed_in', CHALLENGE_ENDED)
  const source = await sourceOf(ctx, { email: user.email, ip })
  await refuseWhileLimited(ctx, source)
  const answer = await area.provider.verify({ challenge, code, headers, ip })
  if (answer === 'ended') throw new AppError('not_signed_in', CHALLENGE_ENDED)
  if (answer === 'locked') throw limitReached(OF_ACCOUNT_FROM_NETWORK, CODES_LOCKED_SECONDS)
  if (answer === 'wrong') {
    await recordFailure(ctx, source)
    throw new AppError('not_signed_in', WRONG_CODE)
  }
  const refuse = async () => new AppError('not_signed_in', CHALLENGE_ENDED)
  return completeSignIn(ctx, area, { answer, source, headers, code, refuse })
}

export const PASSKEY_REFUSED =
  'The passkey was not accepted here. Sign in with your password; under Security you can add the passkey again.'

/** Signs a user in by a passkey, which counts as both factors. @throws AppError not_signed_in, too_many_requests */
export async function passkeyWith<Person>(
  ctx: Ctx,
  area: Area<Person>,
  input: { response: PasskeyResponse } & Origin,
): Promise<Opened<Person>> {
  const answer = await area.provider.signInWithPasskey(input)
  const user = answer && (await findUser(ctx, answer.userId))
  if (!answer || !user) throw new AppError('not_signed_in', PASSKEY_REFUSED)
  const source = await sourceOf(ctx, { email: user.email, ip: input.ip })
  const refuse = async () => new AppError('not_signed_in', PASSKEY_REFUSED)
  return completeSignIn(ctx, area, { answer, source, headers: input.headers, refuse })
}

/**
 * Runs work that requires the password again. A wrong password counts as a failed sign-in, so that it cannot be guessed
 * from an unattended screen.
 * @param field of the request that holds the password
 * @throws AppError invalid, too_many_requests
 */
export async function withPassword<T>(
  ctx: Ctx,
  { email, ip, field }: { email: string; ip: string; field: string },
  work: () => Promise<T | null | false>,
): Promise<T> {
  const source = await sourceOf(ctx, { email, ip })
  await refuseWhileLimited(ctx, source)
  const done = await work()
  if (done !== null && done !== false) return done
  await recordFailure(ctx, source)
  throw invalid({ [field]: 'Current password is incorrect' })
}

interface Completion {
  answer: OpenedSession | null
  source: Source
  headers: RequestHeaders
  /** Single use, so that a code seen by someone else is worthless. */
  code?: string
  refuse(): Promise<AppError>
}

/** Returns the session, or ends it and throws the reason. */
async function completeSignIn<Person>(
  ctx: Ctx,
  area: Area<Person>,
  { answer, source, headers, code, refuse }: Completion,
): Promise<Opened<Person>> {
  if (!answer) throw await refuse()
  try {
    const person = await personOf(ctx, area, answer.userId)
    if (!person) throw await refuse()
    const actor = area.actor(person, { sessionId: answer.sessionId, ip: source.ip })
    const { userId, timeStep } = answer
    await complete(ctx.as(actor), source, { userId, used: code === undefined ? null : { code, timeStep } })
    await endFormerSession(ctx, area.provider, headers)
    return { person, session: answer }
  } catch (error) {
    await area.provider.end(answer.token)
    throw error
  }
}

/** Ends the session that the request had: its cookie is overwritten, so no later request could end it. */
export async function endFormerSession(
  ctx: Ctx,
  provider: SignInProvider,
  headers: RequestHeaders,
): Promise<void> {
  const former = await provider.session(headers)
  if (former) await deleteSessions(ctx, { userId: former.userId, id: former.sessionId })
}

async function personOf<Person>(ctx: Ctx, area: Area<Person>, userId: number): Promise<Person | null> {
  const row = await findUser(ctx, userId)
  return row && row.disabledAt === null ? area.admit(ctx, row) : null
}

/** Counts the failure and returns its error, unless the area explains a right password differently. */
async function refusal<Person>(
  ctx: Ctx,
  area: Area<Person>,
  source: Source,
  { password }: Password,
): Promise<AppError> {
  const explained = await area.explain?.(ctx, { email: source.email, password })
  if (explained) {
    // a right guess beyond the limit, among many concurrent ones, must reveal nothing
    await refuseWhileLimited(ctx, source)
    return explained
  }
  await recordFailure(ctx, source)
  return new AppError('not_signed_in', area.wrong)
}

/** Records the sign-in. */
async function complete(
  ctx: Ctx,
  source: Source,
  { userId, used }: { userId: number; used: { code: string; timeStep?: number } | null },
): Promise<void> {
  await ctx.tx(async (tx) => {
    await recordSuccess(tx, source, userId)
    if (used && !(await claimCode(tx, userId, used))) {
      throw new AppError('not_signed_in', CODE_USED)
    }
    await audit(tx, { action: 'sign_in.succeeded', subjectType: 'user', subjectId: userId })
    tx.changed('sessions')
  })
}
