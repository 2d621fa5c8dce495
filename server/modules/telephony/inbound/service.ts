import type { Ctx } from '#server/ctx.ts'
import type { InboundCall, InboundScript, InboundWish } from '#server/providers/vendors/port.ts'

export async function answerInbound(_ctx: Ctx, _call: InboundCall): Promise<InboundScript> {
  throw new Error('not built yet')
}

export async function takeWish(
  _ctx: Ctx,
  _call: Pick<InboundCall, 'provider' | 'providerCallId'>,
  _wish: InboundWish,
): Promise<void> {
  throw new Error('not built yet')
}
