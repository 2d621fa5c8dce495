import type { Ctx } from '#server/ctx.ts'

export interface RequestKey {
  brokerId: number
  documentTypeId: number
}

/** Adds a request and closes an open one for the same type. @returns its id */
export async function insertRequest(
  tx: Ctx,
  request: RequestKey & { note: string; actor: string },
): Promise<number> {
  await closeRequest(tx, request)
  const row = await tx.db
    .insertInto('documentRequests')
    .values({ ...request, at: tx.now() })
    // of two concurrent requests the later one wins
    .onConflict((conflict) =>
      conflict
        .columns(['brokerId', 'documentTypeId'])
        .where('endedAt', 'is', null)
        .doUpdateSet({ note: request.note, actor: request.actor, at: tx.now() }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Closes the open request for a type, because it was fulfilled or replaced. */
export async function closeRequest(tx: Ctx, { brokerId, documentTypeId }: RequestKey): Promise<void> {
  await tx.db
    .updateTable('documentRequests')
    .set({ endedAt: tx.now() })
    .where('brokerId', '=', brokerId)
    .where('documentTypeId', '=', documentTypeId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Moves a merged record's requests; an open one is closed if the other record has one for the same type. */
export async function moveRequests(tx: Ctx, fromId: number, intoId: number): Promise<void> {
  const open = await tx.db
    .selectFrom('documentRequests')
    .select('documentTypeId')
    .where('brokerId', '=', intoId)
    .where('endedAt', 'is', null)
    .execute()
  for (const { documentTypeId } of open) await closeRequest(tx, { brokerId: fromId, documentTypeId })
  await tx.db
    .updateTable('documentRequests')
    .set({ brokerId: intoId })
    .where('brokerId', '=', fromId)
    .execute()
}
