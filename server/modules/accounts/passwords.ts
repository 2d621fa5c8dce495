import { z } from 'zod'
import type { Ctx } from '#server/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { type Limit, tryLimit } from '#server/platform/limits/limits.ts'
import type { Audience, Origin } from '#server/providers/ports/sign-in.ts'
import { audit } from './audit.ts'
import { renewInvitation } from './invitations.ts'
import { requireStrongPassword } from './password-strength.ts'
import { requireSelf } from './policy.ts'
import { findByEmail, lockUser } from './portal-accounts.store.ts'
import { hasPassword } from './portal-accounts.ts'
import { endOtherSessions } from './sessions.ts'
import { providerOf, withPassword } from './sign-in.ts'
import { trustNetwork } from './sign-in-limits.ts'
import { isSsoOnly, SSO_ONLY } from './sso-only.views.ts'
import { findUser } from './store.ts'

export const sendReset = defineJob(
  'accounts.send-reset',
  z.object({ email: z.string(), audience: z.enum(['staff', 'broker']) }),
)

/** Reset links of one account; further requests get the same response but no email. */
const RESET_MAILS: Limit = { name: 'accounts.reset-mails', max: 5, minutes: 60 }
export const LINK_EXPIRED =
  'This link has been used or is older than an hour. Request a new one with "Forgot your password?".'

/** Changes your own password and ends all other sessions, in both areas. @throws AppError invalid, too_many_requests */
export async function changePassword(
  ctx: Ctx,
  input: { currentPassword: string; newPassword: string } & Origin,
): Promise<void> {
  const { userId, audience, email } = requireSelf(ctx)
  const { headers, ip } = input
  await requireStrongPassword({ password: input.newPassword, field: 'newPassword', about: [email] })
  const change = { current: input.currentPassword, next: input.newPassword }
  await withPassword(ctx, { email, ip, field: 'currentPassword' }, () =>
    providerOf(ctx, audience).changePassword(headers, change),
  )
  await ctx.tx(async (tx) => {
    await endOtherSessions(tx, headers)
    await audit(tx, { action: 'password.changed', subjectType: 'user', subjectId: userId })
    await tx.emit('account.changed', { userId, change: 'password', audience })
    tx.changed('sessions')
  })
}

/** Responds alike for every address, so that the response does not reveal accounts; a job looks up the account. */
export async function requestReset(ctx: Ctx, input: { email: string; audience: Audience }): Promise<void> {
  const email = input.email.toLowerCase()
  await ctx.tx(async (tx) => {
    await audit(tx, { action: 'password.reset_asked', subjectType: 'user', after: { email } })
    await tx.enqueue(sendReset, { email, audience: input.audience })
  })
}

/** Runs the job of `requestReset`: creates a token and requests the email with it. */
export async function runSendReset(ctx: Ctx, input: { email: string; audience: Audience }): Promise<void> {
  const { email, audience } = input
  const user = await findByEmail(ctx, email)
  if (!user || user.disabledAt) return
  // staff may reset from the portal even before their broker is linked: one password serves both areas
  if (user.role === null && (audience === 'staff' || user.brokerId === null)) return
  if (user.role !== null && user.brokerId === null && (await isSsoOnly(ctx, user.id))) return
  if (audience === 'staff' && (await isSsoOnly(ctx, user.id))) return
  if ((await tryLimit(ctx, [RESET_MAILS, String(user.id)])) > 0) return
  if (user.invitedAt && !(await hasPassword(ctx, user.id))) return sendInvitationAgain(ctx, user.id)
  const token = await providerOf(ctx, audience).startReset(email)
  if (!token) return
  await ctx.tx(async (tx) => {
    await audit(tx, { action: 'password.reset_sent', subjectType: 'user', subjectId: user.id })
    await tx.emit('account.resetAsked', { userId: user.id, token, audience })
  })
}

/** For an invited person who has lost the mail and requests a new password. */
async function sendInvitationAgain(ctx: Ctx, userId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    await audit(tx, { action: 'password.reset_sent', subjectType: 'user', subjectId: userId })
    const user = await lockUser(tx, { id: userId })
    if (user?.invitedAt) await renewInvitation(tx, userId)
  })
}

/** @throws AppError rule_forbids if the token was used or has expired */
export async function requireOpenReset(
  ctx: Ctx,
  { token, audience }: { token: string; audience: Audience },
): Promise<void> {
  const ownerId = await providerOf(ctx, audience).ownerOfReset(token)
  if (ownerId === null) throw new AppError('rule_forbids', LINK_EXPIRED)
}

/**
 * Sets a password with a single-use token from an email, and ends all sessions in both areas.
 * @throws AppError rule_forbids if the token was used or has expired; invalid for a password that is easy to guess
 */
export async function resetPassword(
  ctx: Ctx,
  {
    token,
    newPassword,
    audience,
    ip,
  }: { token: string; newPassword: string; audience: Audience; ip: string },
): Promise<void> {
  const provider = providerOf(ctx, audience)
  const ownerId = await provider.ownerOfReset(token)
  const owner = ownerId === null ? undefined : await findUser(ctx, ownerId)
  if (!owner) throw new AppError('rule_forbids', LINK_EXPIRED)
  if (audience === 'staff' && (await isSsoOnly(ctx, owner.id))) throw new AppError('rule_forbids', SSO_ONLY)
  await requireStrongPassword({
    password: newPassword,
    field: 'newPassword',
    about: [owner.email, owner.name],
  })
  const userId = await provider.reset(token, newPassword)
  const user = userId === null ? undefined : await findUser(ctx, userId)
  if (!user) throw new AppError('rule_forbids', LINK_EXPIRED)
  await ctx.tx(async (tx) => {
    await trustNetwork(tx, { userId: user.id, email: user.email, ip })
    await audit(tx, { action: 'password.reset', subjectType: 'user', subjectId: user.id })
    await tx.emit('account.changed', { userId: user.id, change: 'password', audience })
    tx.changed('sessions')
  })
}
