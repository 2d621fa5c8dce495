import type { Ctx } from '#server/ctx.ts'
import { type AuditRow, audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { cancelMessages } from '#server/modules/messages/queue-message.ts'
import { AppError } from '#server/platform/errors.ts'
import { addSubscription, isSubscribed, removeSubscription } from './report-subscriptions.store.ts'
import { userOfToken } from './unsubscribe-link.ts'
import { occasionsOf } from './weekly-report.rules.ts'

interface Subscription {
  weekly: boolean
}

/** @throws AppError forbidden */
export async function readSubscription(ctx: Ctx): Promise<Subscription> {
  return { weekly: await isSubscribed(ctx, requireStaff(ctx)) }
}

/** @throws AppError forbidden */
export async function changeSubscription(ctx: Ctx, { weekly }: Subscription): Promise<Subscription> {
  const userId = requireStaff(ctx)
  await ctx.tx(async (tx) => {
    if (!weekly) return endSubscription(tx, userId)
    if (await addSubscription(tx, userId)) await tell(tx, userId, { action: 'user.report_subscribed' })
  })
  return { weekly }
}

/**
 * Whether the person behind a link gets the report; null for a link that is forged, has expired, or belongs to no user.
 */
export async function readByLink(ctx: Ctx, token: string): Promise<Subscription | null> {
  const userId = userOfToken(ctx, token)
  if (userId === null) return null
  const user = await ctx.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return user ? { weekly: await isSubscribed(ctx, userId) } : null
}

/** Stops the report of the person behind a link; once more is as good. @returns as `readByLink` */
export async function unsubscribeByLink(ctx: Ctx, token: string): Promise<Subscription | null> {
  return ctx.tx(async (tx) => {
    const found = await readByLink(tx, token)
    const userId = userOfToken(tx, token)
    if (!found || userId === null) return null
    await endSubscription(tx, userId)
    return { weekly: false }
  })
}

async function endSubscription(tx: Ctx, userId: number): Promise<void> {
  if (!(await removeSubscription(tx, userId))) return
  // mails of this Monday that are not sent yet
  await cancelMessages(tx, { occasionPrefix: occasionsOf(userId) })
  await tell(tx, userId, { action: 'user.report_unsubscribed' })
}

async function tell(tx: Ctx, userId: number, what: Pick<AuditRow, 'action'>): Promise<void> {
  await audit(tx, { ...what, subjectType: 'user', subjectId: userId })
}

function requireStaff(ctx: Ctx): number {
  authorise(ctx, 'own_reports.write')
  if (ctx.actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person gets reports.')
  return ctx.actor.userId
}
