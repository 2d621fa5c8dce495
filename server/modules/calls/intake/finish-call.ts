import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import type { Ending } from './call-endings.rules.ts'
import { intake } from './intake.ts'

/**
 * Ends a call without a provider event. A later event of higher rank corrects it.
 * @param call.at on the clock of the provider's events
 */
export async function finishCall(
  ctx: Ctx,
  { callId, at }: { callId: number; at: Date },
  { key, outcome, message }: Ending,
): Promise<void> {
  const event = { key: `own:${key}`, at, kind: 'ended', outcome, durationSeconds: 0, message } as const
  await intake(ctx, [{ callId, events: [event] }])
}

/** Now on the clock of this provider's events: the simulator has its own, all others use real time. */
export async function eventTime(ctx: Ctx, provider: VoiceProvider | null): Promise<Date> {
  return provider?.simulated ? provider.now(ctx.db) : ctx.now()
}
