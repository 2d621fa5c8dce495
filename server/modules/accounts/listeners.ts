import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { closePortal } from './sessions.ts'
import { moveUser } from './store.ts'

/**
 * Moves the portal account of a merged record to the target record. If both have one, the target's stays and the other
 * is closed as if its record were deleted.
 */
export async function onBrokerMerging(
  tx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  const target = await tx.db
    .selectFrom('users')
    .select('id')
    .where('brokerId', '=', intoId)
    .executeTakeFirst()
  if (target) return closePortal(tx, { brokerIds: [fromId] })
  await moveUser(tx, fromId, intoId)
}
