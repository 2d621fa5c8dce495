import type { Ctx } from '#server/ctx.ts'
import { claimDueEnds } from './due-ends.store.ts'

/**
 * Ends calls whose person said goodbye or opted out, where the agent has not ended them: a language model may go on. A
 * failed attempt is repeated until the call has ended.
 */
export async function endDueCalls(ctx: Ctx): Promise<void> {
  const due = await claimDueEnds(ctx)
  await Promise.all(
    due.map(async ({ id: callId, provider, providerCallId }) => {
      await ctx.providers.voice
        .named(provider)
        ?.end({ callId, providerCallId })
        .catch((error: unknown) => ctx.log.warn({ err: error, callId }, 'call not ended'))
    }),
  )
}
