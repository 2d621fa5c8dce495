import type { Ctx } from '#server/ctx.ts'

export async function isSubscribed(ctx: Ctx, userId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('weeklyReportSubscriptions')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the subscription, so that it cannot be stopped before this transaction ends. @returns false if it was stopped
 * already
 */
export async function lockSubscription(tx: Ctx, userId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('weeklyReportSubscriptions')
    .select('userId')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if there was one */
export async function addSubscription(tx: Ctx, userId: number): Promise<boolean> {
  const added = await tx.db
    .insertInto('weeklyReportSubscriptions')
    .values({ userId, createdAt: tx.now() })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns false if there was none */
export async function removeSubscription(tx: Ctx, userId: number): Promise<boolean> {
  const removed = await tx.db
    .deleteFrom('weeklyReportSubscriptions')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}
