import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { insertReads, markAllRead } from './notification-reads.store.ts'

/** Marks notifications as read for the signed-in person; without items all of them. @throws AppError forbidden */
export async function markRead(ctx: Ctx, items: readonly string[] | undefined): Promise<void> {
  authorise(ctx, 'own_notifications.write')
  const { actor } = ctx
  if (actor.kind !== 'staff') return
  await ctx.tx((tx) =>
    items ? insertReads(tx, actor.userId, [...new Set(items)]) : markAllRead(tx, actor.userId, tx.now()),
  )
}
