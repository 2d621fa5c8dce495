import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

/** Messages and short links of a merged record go on as the kept one's; the pages behind the links follow merges. */
export async function followMerge(ctx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  await ctx.db.updateTable('messages').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  await ctx.db.updateTable('shortLinks').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
