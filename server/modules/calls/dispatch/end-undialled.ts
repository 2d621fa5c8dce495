import type { Ctx } from '#server/ctx.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { WITHDRAWN } from '../intake/call-state.rules.ts'
import { endCallByUs, eventTime, type OwnEnd } from '../intake/end-call.ts'
import { type Bar, lockRefused, lockUndispatched } from './claim-dispatch.store.ts'

type End = Pick<OwnEnd, 'key' | 'outcome' | 'message'>

/** Nobody was dialled for certain: the broker goes back to their place. */
export const withdrawal = (message: string): End => ({ key: WITHDRAWN, outcome: 'provider_fault', message })

const endOf: Record<Bar, End> = {
  suppressed: {
    key: 'suppressed',
    outcome: 'cancelled',
    message: 'Not dialled: the number was suppressed before its turn came.',
  },
  campaign: withdrawal('Not dialled: the campaign was no longer active when its turn came.'),
  broker: withdrawal('Not dialled: the broker’s number or standing changed before its turn came.'),
}

export const ENDED_BY_STAFF = 'Ended by staff before it was dialled.'

/**
 * Ends a call that was placed and not dialled, unless a process has claimed it: the transaction locks it, so that none can
 * any more.
 * @param otherwise how it ends where nothing bars it; null: it stays
 */
export async function endUndialled(
  ctx: Ctx,
  callId: number,
  { provider, otherwise }: { provider: VoiceProvider | null; otherwise: End | null },
): Promise<void> {
  await ctx.tx(async (tx) => {
    const call = await lockUndispatched(tx, callId)
    const end = call?.barred ? endOf[call.barred] : otherwise
    if (!call || !end) return
    const at = provider ? await eventTime(tx, provider) : tx.now()
    await endCallByUs(tx, { callId, ...end, at })
  })
}

/** Ends a refused call that staff ended, or that something barred, before it was handed over; otherwise callbacks decide. */
export async function endRefused(ctx: Ctx, callId: number, provider: VoiceProvider): Promise<void> {
  await ctx.tx(async (tx) => {
    const call = await lockRefused(tx, callId, provider.name)
    const staff: End = { key: 'ended-by-staff', outcome: 'cancelled', message: ENDED_BY_STAFF }
    const end = call?.endAsked ? staff : call?.barred ? endOf[call.barred] : null
    if (end) await endCallByUs(tx, { callId, ...end, at: await eventTime(tx, provider) })
  })
}
