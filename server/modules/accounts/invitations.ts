import { createHash, randomBytes } from 'node:crypto'
import type { acceptInvitation, checkInvitation, inviteMember } from '#contract/accounts/team.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { type StaffRole, staffRoles } from '#contract/policy.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { audit } from './audit.ts'
import { requireStrongPassword } from './password-strength.ts'
import { authorise } from './policy.ts'
import { changeUser, insertPassword, lockUser } from './portal-accounts.store.ts'
import { hasPassword } from './portal-accounts.ts'
import { findSignOn } from './sign-on.store.ts'
import { isSsoOnly, SSO_ONLY } from './sso-only.views.ts'
import { deleteUser, type UserRow } from './store.ts'
import { findInvited, insertInvited, type NewInvitation } from './team.store.ts'

const INVITATION_MS = 7 * 24 * 3_600_000
export const INVITATION_ENDED =
  'This invitation has been used, withdrawn, or is older than seven days. Ask an admin of your team to send it again.'

interface Invitation extends NewInvitation {
  token: string
}

/** @throws AppError conflict */
async function refuseWhileSsoOnly(ctx: Ctx): Promise<void> {
  const { enforced, label } = await findSignOn(ctx)
  if (!enforced) return
  throw new AppError(
    'conflict',
    `Staff sign in with ${label} only. Add the person to a mapped group there; their account is made at their first sign-in.`,
  )
}

function newInvitation(ctx: Ctx): Invitation {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token), expiresAt: new Date(ctx.now().getTime() + INVITATION_MS) }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Invites somebody to the staff: the mailbox proves who they are, and their role opens nothing before they accept.
 * Somebody with an account in the broker portal keeps it and its password.
 * @returns the id of the user
 * @throws AppError forbidden; conflict where the address is in the team already
 */
export async function invite(ctx: Ctx, body: BodyOf<typeof inviteMember>): Promise<number> {
  authorise(ctx, 'team.write')
  await refuseWhileSsoOnly(ctx)
  const { firstName, lastName, role } = body
  const email = body.email.toLowerCase()
  const invitation = newInvitation(ctx)
  return ctx.tx(async (tx) => {
    const person = { email, firstName, lastName, role }
    const added = await insertInvited(tx, person, invitation)
    const id = added ?? (await inviteExisting(tx, person, invitation))
    await audit(tx, { action: 'user.invited', subjectType: 'user', subjectId: id, after: { email, role } })
    await tell(tx, id, invitation)
    return id
  })
}

async function inviteExisting(
  tx: Ctx,
  { email, firstName, lastName, role }: Omit<BodyOf<typeof inviteMember>, 'role'> & { role: StaffRole },
  invitation: NewInvitation,
): Promise<number> {
  const user = await lockUser(tx, { email })
  if (!user) throw new Error('account missing right after insert')
  if (user.role !== null) throw new AppError('conflict', alreadyThere(user))
  if (user.disabledAt) throw new AppError('conflict', `The account of ${email} is deactivated.`)
  await changeUser(tx, user.id, { firstName, lastName, role, ...columnsOf(tx, invitation) })
  return user.id
}

function alreadyThere({ email, invitedAt, disabledAt }: UserRow): string {
  if (invitedAt) return `${email} has been invited already. You can send the invitation again.`
  if (disabledAt) return `${email} is in the team and deactivated. Reactivate them instead.`
  return `${email} is in the team already.`
}

const columnsOf = (tx: Ctx, { hash, expiresAt }: NewInvitation) => ({
  invitedAt: tx.now(),
  invitationHash: hash,
  invitationExpiresAt: expiresAt,
})

const NONE = { invitedAt: null, invitationHash: null, invitationExpiresAt: null }

async function tell(tx: Ctx, userId: number, { token, expiresAt }: Invitation): Promise<void> {
  await tx.emit('account.invited', { userId, token, expiresAt })
}

/** Sends an invitation again with a new link; the former one ends. @throws AppError forbidden, not_found, conflict */
export async function inviteAgain(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'team.write')
  await refuseWhileSsoOnly(ctx)
  await ctx.tx(async (tx) => {
    await lockInvited(tx, id)
    await renewInvitation(tx, id)
    await audit(tx, { action: 'user.invited_again', subjectType: 'user', subjectId: id })
  })
}

/** For an invited person who requests a new password. */
export async function renewInvitation(tx: Ctx, id: number): Promise<void> {
  const invitation = newInvitation(tx)
  await changeUser(tx, id, columnsOf(tx, invitation))
  await tell(tx, id, invitation)
}

/**
 * Withdraws an invitation: deletes the account, or leaves it to the broker alone if it is theirs too.
 * @throws AppError forbidden, not_found, conflict
 */
export async function withdraw(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'team.write')
  await ctx.tx(async (tx) => {
    const user = await lockInvited(tx, id)
    const { email, role } = user
    await audit(tx, {
      action: 'user.invitation_withdrawn',
      subjectType: 'user',
      subjectId: id,
      before: { email, role },
    })
    if (user.emailVerified) await changeUser(tx, id, { role: null, ...NONE })
    else await deleteUser(tx, id)
  })
}

async function lockInvited(tx: Ctx, id: number): Promise<UserRow> {
  const user = await lockUser(tx, { id })
  if (!user || user.role === null) throw notFound('Member of staff')
  if (!user.invitedAt) throw new AppError('conflict', 'This invitation has been accepted.')
  return user
}

/** The invitation behind a link. Changes nothing. @throws AppError not_found for a link that has ended */
export async function viewInvitation(ctx: Ctx, token: string): Promise<ReturnsOf<typeof checkInvitation>> {
  const user = await findInvited(ctx, hashOf(token))
  const role = staffRoles.find((known) => known === user?.role)
  if (!user || !role) throw new AppError('not_found', INVITATION_ENDED)
  const { email, firstName } = user
  return { email, firstName, role, needsPassword: !(await hasPassword(ctx, user.id)) }
}

/**
 * Accepts an invitation; a link works once. Where an account has a password, that stays.
 * @throws AppError not_found for a link that has ended; invalid for a password that is missing or easy to guess
 */
export async function accept(
  ctx: Ctx,
  { token, password }: BodyOf<typeof acceptInvitation>,
): Promise<ReturnsOf<typeof acceptInvitation>> {
  const hash = hashOf(token)
  const invited = await findInvited(ctx, hash)
  if (!invited) throw new AppError('not_found', INVITATION_ENDED)
  if (await isSsoOnly(ctx, invited.id)) throw new AppError('rule_forbids', SSO_ONLY)
  const { email, firstName, lastName } = invited
  if (password !== undefined) {
    await requireStrongPassword({ password, field: 'password', about: [email, firstName, lastName] })
  }
  // not in the transaction: it takes a while
  const passwordHash = password === undefined ? null : await ctx.providers.signIn.hashPassword(password)
  return ctx.tx(async (tx) => {
    const user = await findInvited(tx, hash, { lock: true })
    if (!user) throw new AppError('not_found', INVITATION_ENDED)
    if (!(await hasPassword(tx, user.id))) {
      if (passwordHash === null) throw invalid({ password: 'Enter a password' })
      await insertPassword(tx, user.id, passwordHash)
    }
    await changeUser(tx, user.id, { emailVerified: true, ...NONE })
    await audit(tx, {
      action: 'user.invitation_accepted',
      subjectType: 'user',
      subjectId: user.id,
      after: { email, role: user.role },
    })
    return { email: user.email }
  })
}
