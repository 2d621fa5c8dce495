import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { closePortal } from './sessions.ts'

/**
 * The portal account of a merged record goes on as the kept one's. Where both have one the kept record's stays, and
 * the other ends as if its record were deleted.
 */
export async function onBrokerMerging(
  tx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  const kept = await tx.db.selectFrom('users').select('id').where('brokerId', '=', intoId).executeTakeFirst()
  if (kept) return closePortal(tx, { brokerId: fromId })
  await tx.db.updateTable('users').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
