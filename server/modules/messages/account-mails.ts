import { randomUUID } from 'node:crypto'
import type { MailDocument } from '#contract/microsites/pages.ts'
import { roleNouns, staffRoles } from '#contract/policy.ts'
import { shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { lenderFacts, queueMail } from './queue-message.ts'

const RESET_MS = 3_600_000

/** Emails the link to set a new password, and not after the link has expired. */
export async function mailReset(
  ctx: Ctx,
  { userId, token, audience }: AppEvents['account.resetAsked'],
): Promise<void> {
  const { pages, publicUrl } = ctx.providers
  const page = audience === 'broker' ? '/broker-portal/reset-password?token=' : '/?reset='
  const notAfter = new Date(ctx.now().getTime() + RESET_MS)
  await queueAccountMail(ctx, { userId, template: 'reset_password', notAfter }, async (name) =>
    pages.mail('reset_password', await lenderFacts(ctx), {
      name,
      resetUrl: `${publicUrl}${page}${encodeURIComponent(token)}`,
    }),
  )
}

/** Emails somebody that they may join the staff, and not after the link has expired. */
export async function mailInvitation(
  ctx: Ctx,
  { userId, token, expiresAt }: AppEvents['account.invited'],
): Promise<void> {
  const { pages, publicUrl } = ctx.providers
  const user = await ctx.db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  const role = staffRoles.find((known) => known === user?.role)
  if (!role) return
  await queueAccountMail(ctx, { userId, template: 'staff_invited', notAfter: expiresAt }, async (name) =>
    pages.mail('staff_invited', await lenderFacts(ctx), {
      ...{ name, role: roleNouns[role], expires: shortTime(expiresAt, ctx.now()) },
      acceptUrl: `${publicUrl}/?invitation=${encodeURIComponent(token)}`,
    }),
  )
}

/** Emails an account's owner about a change, so that they notice one made by a stranger. */
export async function mailChange(
  ctx: Ctx,
  { userId, change, audience }: AppEvents['account.changed'],
): Promise<void> {
  const { pages, publicUrl } = ctx.providers
  const portalUrl = audience === 'broker' ? `${publicUrl}/broker-portal` : `${publicUrl}/`
  await queueAccountMail(ctx, { userId, template: 'account_changed' }, async (name) =>
    pages.mail('account_changed', await lenderFacts(ctx), { name, change, portalUrl }),
  )
}

interface AccountMail {
  userId: number
  template: 'reset_password' | 'account_changed' | 'staff_invited'
  notAfter?: Date
}

async function queueAccountMail(
  ctx: Ctx,
  account: AccountMail,
  write: (name: string) => Promise<MailDocument>,
): Promise<void> {
  const { userId, template, notAfter } = account
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  await queueMail(ctx, {
    to: user.email,
    mail: await write(user.name),
    template,
    occasion: `account:${userId}:${template}:${randomUUID()}`,
    simulated: false,
    ...(notAfter && { notAfter }),
  })
}
