import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { mergeStandings } from '../standing/service.ts'

export async function followMerge(ctx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  await ctx.db.updateTable('applications').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  await mergeStandings(ctx, fromId, intoId)
}
