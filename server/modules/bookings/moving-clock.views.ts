import type { Ctx } from '#server/ctx.ts'

/**
 * The clock for the new time of a meeting. One that a simulated call booked moves to no time before the simulator's clock,
 * which may be days ahead of the real one.
 */
export async function clockToMove(ctx: Ctx, { simulated }: { simulated: boolean }): Promise<Date> {
  const now = ctx.now()
  const provider = ctx.providers.voice.active
  if (!simulated || !provider?.simulated) return now
  const clock = await provider.clock()
  return clock.now > now ? clock.now : now
}
