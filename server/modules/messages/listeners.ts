import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

/** Moves messages and short links to the remaining record; the pages behind the links resolve merges themselves. */
export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await ctx.db.updateTable('messages').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  await ctx.db.updateTable('shortLinks').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
