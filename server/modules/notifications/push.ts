import type { BodyOf } from '#contract/endpoint.ts'
import type { endPush, startPush } from '#contract/messages/notifications.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { deleteSubscription, insertSubscription } from './push-subscriptions.store.ts'

function requireStaff(ctx: Ctx): number {
  authorise(ctx, 'own_notifications.write')
  if (ctx.actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person gets notifications.')
  return ctx.actor.userId
}

/** Turns push notifications on for a device of the signed-in person. @throws AppError forbidden, invalid, unavailable */
export async function subscribeDevice(ctx: Ctx, body: BodyOf<typeof startPush>): Promise<void> {
  const userId = requireStaff(ctx)
  const { push, installation } = ctx.providers
  if (!push) throw new AppError('unavailable', 'This installation sends no push notifications.')
  // the address is read again, and guarded, at each message
  if (!installation.demo && !body.endpoint.startsWith('https://'))
    throw invalid({ endpoint: 'Give the address of a push service, which starts with https://' })
  await ctx.tx(async (tx) => {
    const { endpoint, keys } = body
    await insertSubscription(tx, userId, { endpoint, ...keys })
    await audit(tx, { action: 'user.push_started', subjectType: 'user', subjectId: userId })
  })
}

/** Turns them off for a device. @throws AppError forbidden */
export async function unsubscribeDevice(ctx: Ctx, { endpoint }: BodyOf<typeof endPush>): Promise<void> {
  const userId = requireStaff(ctx)
  await ctx.tx(async (tx) => {
    await deleteSubscription(tx, userId, endpoint)
    await audit(tx, { action: 'user.push_ended', subjectType: 'user', subjectId: userId })
  })
}
