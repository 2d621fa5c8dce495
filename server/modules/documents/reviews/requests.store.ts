import type { Ctx } from '#server/ctx.ts'

export interface Asked {
  brokerId: number
  documentTypeId: number
}

/** Adds what was asked for; what was asked of this type before has ended with it. @returns its id */
export async function insertRequest(
  tx: Ctx,
  asked: Asked & { note: string; actor: string },
): Promise<number> {
  await endRequest(tx, asked)
  const row = await tx.db
    .insertInto('documentRequests')
    .values({ ...asked, at: tx.now() })
    // somebody else asked at this very moment: the later words stand
    .onConflict((conflict) =>
      conflict
        .columns(['brokerId', 'documentTypeId'])
        .where('endedAt', 'is', null)
        .doUpdateSet({ note: asked.note, actor: asked.actor, at: tx.now() }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What was asked for has come. */
export async function endRequest(tx: Ctx, { brokerId, documentTypeId }: Asked): Promise<void> {
  await tx.db
    .updateTable('documentRequests')
    .set({ endedAt: tx.now() })
    .where('brokerId', '=', brokerId)
    .where('documentTypeId', '=', documentTypeId)
    .where('endedAt', 'is', null)
    .execute()
}

/** What one record was asked for is asked of the other, unless that is asked for the same type already. */
export async function moveRequests(tx: Ctx, fromId: number, intoId: number): Promise<void> {
  const open = await tx.db
    .selectFrom('documentRequests')
    .select('documentTypeId')
    .where('brokerId', '=', intoId)
    .where('endedAt', 'is', null)
    .execute()
  for (const { documentTypeId } of open) await endRequest(tx, { brokerId: fromId, documentTypeId })
  await tx.db
    .updateTable('documentRequests')
    .set({ brokerId: intoId })
    .where('brokerId', '=', fromId)
    .execute()
}
