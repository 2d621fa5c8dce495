import type { CallOutcome } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { intake } from './intake.ts'

export interface OwnEnd {
  callId: number
  /** Identifies the occasion, so that it is stored once. */
  key: string
  outcome: CallOutcome
  /** One sentence for a person. */
  message: string
  /** On the clock of the provider's events. */
  at: Date
}

/** Ends a call on our own knowledge, without a provider event. A later event of higher rank corrects it. */
export async function endCallByUs(ctx: Ctx, { callId, key, outcome, message, at }: OwnEnd): Promise<void> {
  const event = { key: `own:${key}`, at, kind: 'ended', outcome, durationSeconds: 0, message } as const
  await intake(ctx, [{ callId, events: [event] }])
}

/** Now on the clock of this provider's events: the simulator has its own, all others use real time. */
export async function eventTime(ctx: Ctx, provider: VoiceProvider): Promise<Date> {
  return provider.simulated ? provider.now(ctx.db) : ctx.now()
}
