import type { Ctx } from '#server/ctx.ts'

/** Writes a merge down before anything moves: what is append-only lets its rows follow a merge that is on record. */
export async function noteMerge(
  tx: Ctx,
  merge: { fromId: number; intoId: number; merged: object },
): Promise<void> {
  const { fromId, intoId, merged } = merge
  // what was merged into the record that goes now follows it
  await tx.db.updateTable('brokerMerges').set({ intoId }).where('intoId', '=', fromId).execute()
  await tx.db
    .insertInto('brokerMerges')
    .values({
      fromId,
      intoId,
      merged: JSON.stringify(merged),
      mergedBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    })
    .execute()
}

export async function moveActivities(tx: Ctx, fromId: number, intoId: number): Promise<void> {
  await tx.db.updateTable('activities').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
