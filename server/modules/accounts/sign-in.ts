import type { StaffRole } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import type {
  AskedForCode,
  Audience,
  OpenedSession,
  Origin,
  SignInProvider,
} from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { afterFailure, type Failures, lockedFor } from './rules.ts'
import {
  claimCode,
  clearFailures,
  ensureFailures,
  findFailures,
  findUser,
  lockFailures,
  type Pair,
  saveFailures,
  type UserRow,
} from './store.ts'

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
  /** A more specific error for a sender who knows the right password; must take the same time for everyone. */
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

interface Attempt {
  pair: Pair
  ip: string
  limited: boolean
}

/**
 * Signs a user in by password; requests a code when two-factor is on.
 * @throws AppError not_signed_in; too_many_requests after ten failures of this address from this network
 */
export async function signInWith<Person>(
  ctx: Ctx,
  area: Area<Person>,
  input: Password,
): Promise<Opened<Person> | { codeRequest: AskedForCode }> {
  const email = input.email.toLowerCase()
  const attempt = attemptOf(ctx, email, input.ip)
  if (attempt.limited) refuseWhileLocked(await findFailures(ctx, attempt.pair), ctx.now())
  const { password, headers, ip } = input
  const answer = await area.provider.signIn({ email, password, headers, ip })
  if (answer && 'challenge' in answer) {
    // failures stay counted until the code is right too
    if (await personOf(ctx, area, answer.userId)) return { codeRequest: answer }
    throw await refusal(ctx, area, attempt, input)
  }
  return completeSignIn(ctx, area, { answer, attempt, refuse: () => refusal(ctx, area, attempt, input) })
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
  const attempt = attemptOf(ctx, user.email, ip)
  if (attempt.limited) refuseWhileLocked(await findFailures(ctx, attempt.pair), ctx.now())
  const answer = await area.provider.verify({ challenge, code, headers, ip })
  if (answer === 'ended') throw new AppError('not_signed_in', CHALLENGE_ENDED)
  if (answer === 'locked') throw tooMany(CODES_LOCKED_SECONDS)
  if (answer === 'wrong') {
    await recordFailure(ctx, attempt)
    throw new AppError('not_signed_in', WRONG_CODE)
  }
  const refuse = async () => new AppError('not_signed_in', CHALLENGE_ENDED)
  return completeSignIn(ctx, area, { answer, attempt, code, refuse })
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
  const attempt = attemptOf(ctx, email, ip)
  if (attempt.limited) refuseWhileLocked(await findFailures(ctx, attempt.pair), ctx.now())
  const done = await work()
  if (done !== null && done !== false) return done
  await recordFailure(ctx, attempt)
  throw invalid({ [field]: 'Current password is incorrect' })
}

/** Clears the failures after a password reset, so that the new password works at once from this network. */
export async function clearFailedSignIns(ctx: Ctx, email: string, ip: string): Promise<void> {
  await clearFailures(ctx, attemptOf(ctx, email, ip).pair)
}

interface Completion {
  answer: OpenedSession | null
  attempt: Attempt
  /** Single use, so that a code seen by someone else is worthless. */
  code?: string
  refuse(): Promise<AppError>
}

/** Returns the session, or ends it and throws the reason. */
async function completeSignIn<Person>(
  ctx: Ctx,
  area: Area<Person>,
  { answer, attempt, code, refuse }: Completion,
): Promise<Opened<Person>> {
  if (!answer) throw await refuse()
  try {
    const person = await personOf(ctx, area, answer.userId)
    if (!person) throw await refuse()
    const actor = area.actor(person, { sessionId: answer.sessionId, ip: attempt.ip })
    const { userId, timeStep } = answer
    await recordSuccess(ctx.as(actor), attempt, {
      userId,
      used: code === undefined ? null : { code, timeStep },
    })
    return { person, session: answer }
  } catch (error) {
    await area.provider.end(answer.token)
    throw error
  }
}

async function personOf<Person>(ctx: Ctx, area: Area<Person>, userId: number): Promise<Person | null> {
  const row = await findUser(ctx, userId)
  return row && row.disabledAt === null ? area.admit(ctx, row) : null
}

/** Counts the failure and returns its error, unless the area explains a right password differently. */
async function refusal<Person>(
  ctx: Ctx,
  area: Area<Person>,
  attempt: Attempt,
  { password }: Password,
): Promise<AppError> {
  const explained = await area.explain?.(ctx, { email: attempt.pair.email, password })
  if (explained) {
    // a right guess beyond the limit, sent among many at once, must reveal nothing
    if (attempt.limited) refuseWhileLocked(await findFailures(ctx, attempt.pair), ctx.now())
    return explained
  }
  await recordFailure(ctx, attempt)
  return new AppError('not_signed_in', area.wrong)
}

function attemptOf(ctx: Ctx, email: string, ip: string): Attempt {
  const limited = ctx.providers.installation.rateLimits
  return { pair: { email, network: networkOf(ip) }, ip, limited }
}

function refuseWhileLocked(failures: Failures | undefined, now: Date): void {
  const seconds = lockedFor(failures, now)
  if (seconds > 0) throw tooMany(seconds)
}

function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60)
  return new AppError(
    'too_many_requests',
    `Too many failed sign-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  )
}

/** Counts a failure. Concurrent guesses are counted one by one; those beyond the limit reveal nothing. */
async function recordFailure(ctx: Ctx, { pair, limited }: Attempt): Promise<void> {
  await ctx.tx(async (tx) => {
    const failed = { subjectType: 'user', after: { email: pair.email } }
    if (limited) {
      await ensureFailures(tx, pair)
      const before = await lockFailures(tx, pair)
      refuseWhileLocked(before, tx.now())
      const after = afterFailure(before, tx.now())
      await saveFailures(tx, pair, after)
      if (after.lockedUntil) await audit(tx, { action: 'sign_in.locked', ...failed })
    }
    await audit(tx, { action: 'sign_in.failed', ...failed })
  })
}

/** Records the sign-in. Once the limit is reached, a right password or code is refused like a wrong one. */
async function recordSuccess(
  ctx: Ctx,
  { pair, limited }: Attempt,
  { userId, used }: { userId: number; used: { code: string; timeStep?: number } | null },
): Promise<void> {
  await ctx.tx(async (tx) => {
    if (limited) {
      refuseWhileLocked(await lockFailures(tx, pair), tx.now())
      await clearFailures(tx, pair)
    }
    if (used && !(await claimCode(tx, userId, used))) {
      throw new AppError('not_signed_in', CODE_USED)
    }
    await audit(tx, { action: 'sign_in.succeeded', subjectType: 'user', subjectId: userId })
    tx.changed('sessions')
  })
}
