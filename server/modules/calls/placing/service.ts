import type { Ctx } from '#server/ctx.ts'
import { viewMeetingSlots } from '#server/modules/bookings/slots/views.ts'
import type { DialAnswer, OfferedSlot, VoiceProvider } from '#server/providers/voice/port.ts'
import { endByUs } from '../intake/own-end.ts'
import { buildScript, firstNameOf } from '../script/rules.ts'
import {
  adoptProviderCall,
  attemptExists,
  claimDispatch,
  findPlaced,
  insertCall,
  type NewCall,
  type PlacedCall,
} from './store.ts'

/** The provider ends a call at the latest after this long. */
export const MAX_CALL_SECONDS = 600

export interface Placing {
  provider: VoiceProvider
  campaignId: number
  campaignVersionId: number
  brokerId: number | null
  /** E.164 */
  toNumber: string
  /** The provider's clock as the decision saw it, with its speed. */
  clock: { now: Date; speed: number }
  test?: boolean
  enrolmentId?: number
  attempt?: number
  decisionId?: number
  /** YYYY-MM-DD at the broker's place: the day that this dial uses up. Null where it does not count. */
  capDate: string | null
}

export type Placed =
  | { ok: true; callId: number }
  /** `called_today`: somebody else dialled the number on that day. `already_placed`: this attempt has its call. */
  | { ok: false; reason: 'called_today' | 'already_placed' }

/** Commits to one dial: the row that everything hangs on. Only inside `ctx.tx`; the provider is asked after it. */
export async function placeCall(ctx: Ctx, placing: Placing): Promise<Placed> {
  if (!ctx.inTransaction) throw new Error('placeCall needs a transaction')
  const { provider, clock, enrolmentId = null, attempt = null } = placing
  const values: NewCall = {
    campaignId: placing.campaignId,
    campaignVersionId: placing.campaignVersionId,
    brokerId: placing.brokerId,
    toNumber: placing.toNumber,
    provider: provider.name,
    simulated: provider.simulated,
    simulatedAt: provider.ownClock ? clock.now : null,
    clockSpeed: provider.simulated ? clock.speed : 1,
    test: placing.test ?? false,
    enrolmentId,
    attempt,
    decisionId: placing.decisionId ?? null,
    capDate: placing.capDate,
  }
  const callId = await insertCall(ctx, values)
  if (callId !== undefined) {
    ctx.changed('calls', 'campaigns', 'dashboard')
    return { ok: true, callId }
  }
  const repeated =
    enrolmentId !== null && attempt !== null && (await attemptExists(ctx, enrolmentId, attempt))
  return { ok: false, reason: repeated ? 'already_placed' : 'called_today' }
}

/** Takes the licence to ask the provider about one call; false where somebody has it or the call has ended. */
export type Claim = (ctx: Ctx) => Promise<boolean>

/**
 * Asks the provider to dial a placed call, once and never again: whoever sets `dispatched_at` may ask. What is
 * unclear afterwards (a crash, an ambiguous answer) is settled by reconciliation, never by asking again.
 * @param gate waits for its turn before it takes the licence to ask, where the provider has a pace
 */
export async function dialPlaced(
  ctx: Ctx,
  callId: number,
  gate: (claim: Claim) => Promise<boolean> = (claim) => claim(ctx),
): Promise<void> {
  if (ctx.inTransaction) throw new Error('dialPlaced asks a provider and must not run in a transaction')
  const call = await findPlaced(ctx, callId)
  const provider = call && ctx.providers.voice.named(call.provider)
  if (!call || !provider) return giveUp(ctx, callId)
  // before the licence is taken: between it and the dial there is as little as can be
  const slots = await offeredSlots(ctx)
  if (!(await gate((inner) => claimDispatch(inner, callId)))) return
  const answer = await ask(provider, { callId, call, slots })
  if (answer.kind === 'accepted') await adoptProviderCall(ctx, callId, answer)
  if (answer.kind === 'ambiguous')
    ctx.log.warn({ callId, message: answer.message }, 'unclear whether a call was dialled')
  if (answer.kind === 'refused') {
    const { outcome, message } = answer
    await endByUs(ctx, { callId, key: 'refused', outcome, message, at: await provider.now() })
  }
}

/** A call goes out without them rather than not at all: then the next free time is booked. */
async function offeredSlots(ctx: Ctx): Promise<OfferedSlot[]> {
  try {
    return await viewMeetingSlots(ctx)
  } catch (error) {
    ctx.log.error({ err: error }, 'no meeting times could be offered')
    return []
  }
}

interface Asked {
  callId: number
  call: PlacedCall
  slots: readonly OfferedSlot[]
}

async function ask(provider: VoiceProvider, { callId, call, slots }: Asked): Promise<DialAnswer> {
  try {
    return await provider.dial({
      callId,
      to: call.toNumber,
      script: buildScript(call, slots),
      scriptVersion: call.versionId,
      calledName: call.broker && firstNameOf(call.broker.name),
      maxDurationSeconds: MAX_CALL_SECONDS,
    })
  } catch (error) {
    return { kind: 'ambiguous', message: error instanceof Error ? error.message : String(error) }
  }
}

/** The words or the provider of this call are gone before anybody was asked: it ends as cancelled by us. */
async function giveUp(ctx: Ctx, callId: number): Promise<void> {
  if (!(await claimDispatch(ctx, callId))) return
  const message = 'The campaign or the provider of this call was removed before it was dialled.'
  await endByUs(ctx, { callId, key: 'given-up', outcome: 'cancelled', message, at: ctx.now() })
}
