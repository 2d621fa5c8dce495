import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { PushTarget } from '#server/providers/ports/push.ts'

/** A person's further devices replace the ones that were added first. */
const MAX_DEVICES = 10

/** Adds a device; one that another person used before becomes this person's. */
export async function insertSubscription(tx: Ctx, userId: number, target: PushTarget): Promise<void> {
  const values = { ...target, userId, announcedUntil: tx.now(), failures: 0 }
  await tx.db
    .insertInto('pushSubscriptions')
    .values(values)
    .onConflict((on) => on.column('endpoint').doUpdateSet(values))
    .execute()
  await sql`delete from push_subscriptions where user_id = ${userId} and id not in (
    select id from push_subscriptions where user_id = ${userId} order by id desc limit ${MAX_DEVICES})`.execute(
    tx.db,
  )
}

export async function deleteSubscription(tx: Ctx, userId: number, endpoint: string): Promise<void> {
  await tx.db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute()
}

/** The push service says that the device has unsubscribed. */
export async function deleteEnded(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('pushSubscriptions').where('id', '=', id).execute()
}

export async function storeAnnounced(ctx: Ctx, id: number, announcedUntil: Date): Promise<void> {
  await ctx.db
    .updateTable('pushSubscriptions')
    .set({ announcedUntil, failures: 0 })
    .where('id', '=', id)
    .execute()
}

/** Counts a failure; a subscription that fails too often ends. */
export async function storeFailure(ctx: Ctx, id: number, most: number): Promise<void> {
  await ctx.db
    .updateTable('pushSubscriptions')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await ctx.db.deleteFrom('pushSubscriptions').where('id', '=', id).where('failures', '>=', most).execute()
}
