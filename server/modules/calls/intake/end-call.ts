import type { CallOutcome } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { intake } from './intake.ts'

export interface OwnEnd {
  callId: number
  /** Names the occasion, so that the same one is stored once. */
  key: string
  outcome: CallOutcome
  /** One sentence for a person. */
  message: string
  /** On the clock that the provider tells its events by. */
  at: Date
}

/** Ends a call by what we know ourselves: no provider event says so. A later event of higher rank corrects it. */
export async function endCallByUs(ctx: Ctx, { callId, key, outcome, message, at }: OwnEnd): Promise<void> {
  const event = { key: `own:${key}`, at, kind: 'ended', outcome, durationSeconds: 0, message } as const
  await intake(ctx, [{ callId, events: [event] }])
}

/** Now, as this provider would tell it: the simulator has a clock of its own, all others tell the real time. */
export async function eventTime(ctx: Ctx, provider: VoiceProvider): Promise<Date> {
  return provider.simulated ? provider.now() : ctx.now()
}
