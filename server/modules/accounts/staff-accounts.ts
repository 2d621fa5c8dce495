import type { StaffUser } from '#contract/accounts/accounts.ts'
import { cleanEmail, emailFault } from '#contract/email.ts'
import { type StaffRole, staffRoles } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import {
  MAX_PASSWORD,
  MIN_PASSWORD,
  type Origin,
  type PasskeyResponse,
  type RequestHeaders,
  type SignedIn,
} from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { deleteOldNetworks } from './known-networks.store.ts'
import { requireStrongPassword } from './password-strength.ts'
import { authorise, requireBroker } from './policy.ts'
import { lacksSecondFactor } from './rules.ts'
import { deleteSessionsOver } from './sessions.store.ts'
import {
  type Area,
  CHALLENGE_ENDED,
  type Code,
  type Password,
  passkeyWith,
  signInWith,
  verifyWith,
} from './sign-in.ts'
import { findSignOn, type SignOnRow } from './sign-on.store.ts'
import { deleteExpiredRows, insertUser } from './store.ts'

/** With a password: while staff sign in through single sign-on only, it opens the break-glass account alone. */
const areaOf = ({ providers }: Ctx, signOn: SignOnRow): Area<StaffUser> => ({
  provider: providers.signIn,
  admit: async (tx, user) => {
    const { enforced, breakGlassUserId } = await findSignOn(tx)
    if (enforced && user.id !== breakGlassUserId) return null
    const state = { disabled: user.disabledAt !== null, invited: user.invitedAt !== null }
    return staffUserOf(tx, { ...user, ...state, method: 'password' })
  },
  actor: (user, { ip }) => {
    const { id: userId, role, email } = user
    return { kind: 'staff', userId, role, name: nameOf(user), email, ip }
  },
  // the same for every address, so that it does not tell who the break-glass admin is
  wrong: signOn.enforced
    ? `Invalid email or password. Staff sign in with ${signOn.label}; only the break-glass admin has a password.`
    : 'Invalid email or password',
})

/** The cookies carry the session, or the challenge until the code is entered. */
export type StaffSignIn = { user: StaffUser | null; cookies: string[] }

/**
 * Signs a member of staff in. A wrong password, an unknown address and a user who is not staff get the same error.
 * @returns a null user when a two-factor code is still required
 * @throws AppError not_signed_in; too_many_requests
 */
export async function signIn(ctx: Ctx, input: Password): Promise<StaffSignIn> {
  const signOn = await findSignOn(ctx)
  const answer = await signInWith(ctx, areaOf(ctx, signOn), input)
  if ('codeRequest' in answer) return { user: null, cookies: answer.codeRequest.cookies }
  await recordBreakGlass(ctx, answer.person, input.ip)
  return { user: answer.person, cookies: answer.session.cookies }
}

/** Completes a sign-in with a code. @throws AppError not_signed_in, too_many_requests */
export async function verifySignIn(
  ctx: Ctx,
  input: Omit<Code, 'challenge'>,
): Promise<StaffSignIn & { user: StaffUser }> {
  const challenge = await ctx.providers.signIn.challengeIn(input.headers)
  if (!challenge) throw new AppError('not_signed_in', CHALLENGE_ENDED)
  const area = areaOf(ctx, await findSignOn(ctx))
  const { person, session } = await verifyWith(ctx, area, { ...input, challenge })
  await recordBreakGlass(ctx, person, input.ip)
  return { user: person, cookies: session.cookies }
}

/** Signs a member of staff in by a passkey. @throws AppError not_signed_in, too_many_requests */
export async function signInByPasskey(
  ctx: Ctx,
  input: { response: PasskeyResponse } & Origin,
): Promise<StaffSignIn & { user: StaffUser }> {
  const { person, session } = await passkeyWith(ctx, areaOf(ctx, await findSignOn(ctx)), input)
  await recordBreakGlass(ctx, person, input.ip)
  return { user: { ...person, mustSetUpTwoFactor: false }, cookies: session.cookies }
}

/** A password opened the console although staff sign in elsewhere: the admins are notified. */
async function recordBreakGlass(ctx: Ctx, user: StaffUser, ip: string): Promise<void> {
  const { id, role, email } = user
  await ctx.as({ kind: 'staff', userId: id, role, name: nameOf(user), email, ip }).tx(async (tx) => {
    if (!(await findSignOn(tx)).enforced) return
    await audit(tx, { action: 'sign_in.break_glass', subjectType: 'user', subjectId: id, after: { ip } })
    await tx.emit('account.breakGlassUsed', { userId: id, ip })
  })
}

/** Ends the session, if there is one. @returns cookies that clear it */
export async function signOut(ctx: Ctx, headers: RequestHeaders): Promise<string[]> {
  const cookies = await ctx.providers.signIn.signOut(headers)
  const { actor } = ctx
  if (actor.kind === 'staff') {
    await ctx.tx(async (tx) => {
      await audit(tx, { action: 'sign_out', subjectType: 'user', subjectId: actor.userId })
      // open streams of this session end
      tx.changed('sessions')
    })
  }
  return cookies
}

/** Ends a broker's session. */
export async function signOutBroker(ctx: Ctx, headers: RequestHeaders): Promise<void> {
  const { userId } = requireBroker(ctx)
  await ctx.providers.portalSignIn.signOut(headers)
  await ctx.tx((tx) => audit(tx, { action: 'sign_out', subjectType: 'user', subjectId: userId }))
}

/** Deletes expired sessions and verifications, and networks that are no longer trusted; runs hourly. */
export async function deleteExpired(ctx: Ctx): Promise<void> {
  await deleteExpiredRows(ctx)
  await deleteOldNetworks(ctx)
  await deleteSessionsOver(ctx)
}

/** The signed-in member of staff. @throws AppError not_signed_in */
export async function currentUser(ctx: Ctx, headers: RequestHeaders): Promise<StaffUser> {
  // the gate has just read the same session, so this call needs no statement
  const session = ctx.actor.kind === 'staff' ? await ctx.providers.signIn.session(headers) : null
  const user = session && staffUserOf(ctx, { ...session, id: session.userId })
  if (!user) throw new AppError('not_signed_in', 'You are not signed in.')
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
  const email = cleanEmail(input.email).toLowerCase()
  const fault = emailFault(email)
  if (fault) throw invalid({ email: fault })
  if (input.password.length < MIN_PASSWORD) {
    throw invalid({ password: `Password must be at least ${MIN_PASSWORD} characters` })
  }
  if (input.password.length > MAX_PASSWORD) throw invalid({ password: 'Password is too long' })
  const { password, firstName, lastName } = input
  await requireStrongPassword({ password, field: 'password', about: [email, firstName, lastName] })
  const passwordHash = await ctx.providers.signIn.hashPassword(password)
  return ctx.tx(async (tx) => {
    const id = await insertUser(tx, { ...input, email, passwordHash })
    if (id === null) throw new AppError('conflict', `A user with the address ${email} already exists.`)
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

type Person = Omit<StaffUser, 'profileImageUrl' | 'role' | 'mustSetUpTwoFactor'> &
  Pick<SignedIn, 'image' | 'role' | 'disabled' | 'invited' | 'method'>

/** A person as a member of staff; null for others, for disabled ones, and for those who have not accepted yet. */
function staffUserOf(ctx: Ctx, person: Person): StaffUser | null {
  const role = staffRoles.find((known) => known === person.role)
  if (!role || person.disabled || person.invited) return null
  const { id, email, firstName, lastName, image, twoFactorEnabled } = person
  const mustSetUpTwoFactor = lacksSecondFactor(ctx.providers.installation, person)
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl: image,
    role,
    twoFactorEnabled,
    mustSetUpTwoFactor,
  }
}
