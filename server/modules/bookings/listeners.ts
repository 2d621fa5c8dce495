import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { bookForCall } from './book-for-call.ts'

export async function onOptionChosen(
  ctx: Ctx,
  { option, callId, slot }: AppEvents['call.optionChosen'],
): Promise<void> {
  if (option === 'option_2') await bookForCall(ctx, callId, slot ?? null)
}

export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await ctx.db.updateTable('bookings').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
