import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

export async function followMerge(ctx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  await ctx.db.updateTable('bookings').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
