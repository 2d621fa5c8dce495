import type { Ctx } from '#server/ctx.ts'
import { dialPlaced } from '#server/modules/calls/placing/service.ts'
import type { PlacedDial } from './service.ts'

/** Hands a placed call to the provider when the pace allows it, unless its window has closed meanwhile. */
export async function dialInTurn(ctx: Ctx, { callId, stillOpen }: PlacedDial): Promise<void> {
  const tooLate = 'Not dialled: the calling hours ended before its turn came.'
  await dialPlaced(ctx, callId, { stillOpen, tooLate })
}
