import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { bookForCall } from './book-for-call.ts'
import { releaseHeld } from './held-times.store.ts'
import { moveBookings } from './store.ts'

export async function onOptionsChosen(
  ctx: Ctx,
  { choices }: AppEvents['calls.optionsChosen'],
): Promise<void> {
  const others = choices.filter(({ option }) => option !== 'option_2').map(({ callId }) => callId)
  if (others.length > 0) await releaseHeld(ctx, others)
  for (const { option, callId, slot } of choices)
    if (option === 'option_2') await bookForCall(ctx, callId, slot ?? null)
}

/** A time that a call still holds at its end was not taken. */
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
  await moveBookings(ctx, fromId, intoId)
}
