import type { Ctx } from '#server/ctx.ts'

/** Records a merge before any row moves: append-only tables let rows move only after a recorded merge. */
export async function insertMerge(
  tx: Ctx,
  merge: { fromId: number; intoId: number; merged: object },
): Promise<void> {
  const { fromId, intoId, merged } = merge
  // earlier merges into the source record now point to the target
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
