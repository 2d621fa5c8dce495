import { randomUUID } from 'node:crypto'
import type { MailDocument } from '#contract/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { lenderFacts, queueMail } from './queue-message.ts'

const RESET_MS = 3_600_000

/** The link to set a new password; later than it works it would only confuse. */
export async function mailReset(
  ctx: Ctx,
  { userId, token, audience }: AppEvents['account.resetAsked'],
): Promise<void> {
  const { pages, publicUrl } = ctx.providers
  const page = audience === 'broker' ? '/broker-portal/reset-password?token=' : '/?reset='
  const notAfter = new Date(ctx.now().getTime() + RESET_MS)
  await tell(ctx, { userId, template: 'reset_password', notAfter }, async (name) =>
    pages.mail('reset_password', await lenderFacts(ctx), {
      name,
      resetUrl: `${publicUrl}${page}${encodeURIComponent(token)}`,
    }),
  )
}

/** What was changed, so that a stranger's change is noticed. */
export async function mailChange(
  ctx: Ctx,
  { userId, change, audience }: AppEvents['account.changed'],
): Promise<void> {
  const { pages, publicUrl } = ctx.providers
  const portalUrl = audience === 'broker' ? `${publicUrl}/broker-portal` : `${publicUrl}/`
  await tell(ctx, { userId, template: 'account_changed' }, async (name) =>
    pages.mail('account_changed', await lenderFacts(ctx), { name, change, portalUrl }),
  )
}

interface Letter {
  userId: number
  template: 'reset_password' | 'account_changed'
  notAfter?: Date
}

async function tell(ctx: Ctx, letter: Letter, write: (name: string) => Promise<MailDocument>): Promise<void> {
  const { userId, template, notAfter } = letter
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
