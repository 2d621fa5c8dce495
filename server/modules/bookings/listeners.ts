import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { bookForCall } from './book-for-call.ts'
import { releaseHeld } from './held-times.store.ts'

export async function onOptionChosen(
  ctx: Ctx,
  { option, callId, slot }: AppEvents['call.optionChosen'],
): Promise<void> {
  if (option === 'option_2') await bookForCall(ctx, callId, slot ?? null)
  else await releaseHeld(ctx, [callId])
}

/** Whatever a call still holds when it ends was not taken. */
export async function onCallsFinished(ctx: Ctx, { calls }: AppEvents['calls.finished']): Promise<void> {
  await releaseHeld(
    ctx,
    calls.map(({ callId }) => callId),
  )
}

export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await ctx.db.updateTable('bookings').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
