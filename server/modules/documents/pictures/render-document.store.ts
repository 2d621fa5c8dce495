import type { Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Documents } from '#server/schema.gen.ts'

/** Records the result of a rendering, once. @returns false if it has one already, or the document is deleted */
export async function recordRendering(
  tx: Ctx,
  documentId: number,
  values: Pick<Updateable<Documents>, 'renderState' | 'renderFault' | 'pages' | 'thumbnailFileId'>,
): Promise<boolean> {
  const row = await tx.db
    .updateTable('documents')
    .set({ ...values, updatedAt: tx.now() })
    .where('id', '=', documentId)
    .where('renderState', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of documents uploaded before this instant and not rendered yet, oldest first. */
export async function findWaiting(
  ctx: Ctx,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('documents')
    .select('id')
    .where('renderState', '=', 'waiting')
    .where('uploadedAt', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
