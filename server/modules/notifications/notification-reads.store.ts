import type { Ctx } from '#server/ctx.ts'

export async function insertReads(tx: Ctx, userId: number, items: readonly string[]): Promise<void> {
  await tx.db
    .insertInto('notificationReads')
    .values(items.map((item) => ({ userId, item })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Marks everything before this instant as read; single marks are no longer needed then. */
export async function markAllRead(tx: Ctx, userId: number, readBefore: Date): Promise<void> {
  await tx.db
    .insertInto('notificationMarks')
    .values({ userId, readBefore })
    .onConflict((on) => on.column('userId').doUpdateSet({ readBefore }))
    .execute()
  await tx.db.deleteFrom('notificationReads').where('userId', '=', userId).execute()
}
