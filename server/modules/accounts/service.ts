import { z } from 'zod'
import type { StaffUser } from '#contract/accounts.ts'
import { type StaffRole, staffRoles } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { MAX_PASSWORD, MIN_PASSWORD, type RequestHeaders } from '#server/providers/sign-in/port.ts'
import { audit } from './audit.ts'
import { authorise } from './policy.ts'
import { afterFailure, type Failures, LOCK_MS, lockedFor, networkOf } from './rules.ts'
import {
  findFailures,
  findUser,
  forgetExpired,
  forgetFailures,
  insertUser,
  lockFailures,
  openFailures,
  type Pair,
  saveFailures,
  type UserRow,
} from './store.ts'

const WRONG = 'Invalid email or password'

export interface SignInInput {
  email: string
  password: string
  headers: RequestHeaders
  ip: string
}

/**
 * Signs a member of staff in. A wrong password, an unknown address and somebody who is not staff get one answer.
 * @throws AppError not_signed_in; too_many_requests after ten failures of this address from this network
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<{ user: StaffUser; cookies: string[] }> {
  const email = input.email.toLowerCase()
  const pair = { email, network: networkOf(input.ip) }
  const limited = ctx.providers.installation.rateLimits
  if (limited) refuseWhileLocked(await findFailures(ctx, pair), ctx.now())
  const { password, headers } = input
  const opened = await ctx.providers.signIn.signIn({ email, password, headers })
  const row = opened ? await findUser(ctx, opened.userId) : undefined
  const user = row ? staffUserOf(row) : null
  try {
    if (!opened || !user) {
      await settleFailure(ctx, pair, limited)
      throw new AppError('not_signed_in', WRONG)
    }
    await settleSuccess(ctx, pair, { user, ip: input.ip, limited })
    return { user, cookies: opened.cookies }
  } catch (error) {
    if (opened) await ctx.providers.signIn.end(opened.token)
    throw error
  }
}

function refuseWhileLocked(failures: Failures | undefined, now: Date): void {
  const seconds = lockedFor(failures, now)
  if (seconds === 0) return
  const minutes = Math.ceil(seconds / 60)
  throw new AppError(
    'too_many_requests',
    `Too many failed sign-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  )
}

/** Counts a failure. Guesses sent at once are counted one by one, and those past the limit learn nothing. */
async function settleFailure(ctx: Ctx, pair: Pair, limited: boolean): Promise<void> {
  await ctx.tx(async (tx) => {
    const failed = { subjectType: 'user', after: { email: pair.email } }
    if (limited) {
      await openFailures(tx, pair)
      const before = await lockFailures(tx, pair)
      refuseWhileLocked(before, tx.now())
      const after = afterFailure(before, tx.now())
      await saveFailures(tx, pair, after)
      if (after.lockedUntil) await audit(tx, { action: 'sign_in.locked', ...failed })
    }
    await audit(tx, { action: 'sign_in.failed', ...failed })
  })
}

/** A right password sent among wrong ones is refused like them once the limit is reached. */
async function settleSuccess(
  ctx: Ctx,
  pair: Pair,
  { user, ip, limited }: { user: StaffUser; ip: string; limited: boolean },
): Promise<void> {
  const { id: userId, role, email } = user
  const actor = { kind: 'staff', userId, role, name: nameOf(user), email, ip } as const
  await ctx.tx(async (tx) => {
    if (limited) {
      refuseWhileLocked(await lockFailures(tx, pair), tx.now())
      await forgetFailures(tx, pair)
    }
    await audit(tx.as(actor), { action: 'sign_in.succeeded', subjectType: 'user', subjectId: userId })
  })
}

/** Ends the session; harmless without one. */
export async function signOut(ctx: Ctx, headers: RequestHeaders): Promise<string[]> {
  const cookies = await ctx.providers.signIn.signOut(headers)
  const { actor } = ctx
  if (actor.kind === 'staff') {
    await ctx.tx((tx) => audit(tx, { action: 'sign_out', subjectType: 'user', subjectId: actor.userId }))
  }
  return cookies
}

/** Hourly: failures that no longer count, sessions and verifications that have ended. */
export async function tidy(ctx: Ctx): Promise<void> {
  await forgetExpired(ctx, new Date(ctx.now().getTime() - LOCK_MS))
}

/** The signed-in member of staff. @throws AppError not_signed_in */
export async function currentUser(ctx: Ctx): Promise<StaffUser> {
  const row = ctx.actor.kind === 'staff' ? await findUser(ctx, ctx.actor.userId) : undefined
  const user = row ? staffUserOf(row) : null
  if (!user) throw new AppError('not_signed_in', 'Nobody is signed in.')
  return user
}

export interface NewStaff {
  email: string
  password: string
  firstName: string
  lastName: string
  role: StaffRole
}

/** Adds a member of staff. @throws AppError forbidden, invalid, conflict */
export async function createStaff(ctx: Ctx, input: NewStaff): Promise<number> {
  authorise(ctx, 'team.write')
  const email = input.email.trim().toLowerCase()
  if (!z.email().max(320).safeParse(email).success) throw invalid({ email: 'Valid email is required' })
  if (input.password.length < MIN_PASSWORD) {
    throw invalid({ password: `Password must be at least ${MIN_PASSWORD} characters` })
  }
  if (input.password.length > MAX_PASSWORD) throw invalid({ password: 'Password is too long' })
  const passwordHash = await ctx.providers.signIn.hashPassword(input.password)
  return ctx.tx(async (tx) => {
    const id = await insertUser(tx, { ...input, email, passwordHash })
    if (id === null) throw new AppError('conflict', `A user with the address ${email} exists already.`)
    await audit(tx, {
      action: 'user.created',
      subjectType: 'user',
      subjectId: id,
      after: { email, role: input.role },
    })
    return id
  })
}

const nameOf = ({ firstName, lastName, email }: StaffUser): string =>
  `${firstName} ${lastName}`.trim() || email

/** The row as a member of staff; null for others and for disabled ones. */
function staffUserOf(row: UserRow): StaffUser | null {
  const role = staffRoles.find((known) => known === row.role)
  if (!role || row.disabledAt) return null
  const { id, email, firstName, lastName, image } = row
  return { id, email, firstName, lastName, profileImageUrl: image, role }
}
