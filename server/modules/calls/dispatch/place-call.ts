import type { Ctx } from '#server/ctx.ts'
import { viewMeetingSlots } from '#server/modules/bookings/slots.views.ts'
import type { DialAnswer, OfferedSlot, VoiceProvider } from '#server/providers/ports/voice.ts'
import { WITHDRAWN } from '../intake/call-state.rules.ts'
import { endCallByUs, eventTime } from '../intake/end-call.ts'
import { buildScript, firstNameOf } from '../script.rules.ts'
import { findTransfer } from '../transfer.ts'
import { handOver } from './fallback.ts'
import { type Claim, paced } from './pace.ts'
import {
  adoptProviderCall,
  attemptExists,
  claimBarred,
  claimDispatch,
  findPlaced,
  insertCall,
  isEndRequested,
  type NewCall,
  type PlacedCall,
} from './place-call.store.ts'

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

/** How long a call may wait for its turn. */
export interface Patience {
  /** Whether it may be made still. */
  stillOpen(): boolean
  /** Said of a call that is not made because it may not be made any more. */
  tooLate: string
}

const endless: Patience = { stillOpen: () => true, tooLate: '' }

export const ENDED_BY_STAFF = 'Ended by staff before it was dialled.'

/**
 * Asks the provider to dial a placed call, once and never again: whoever sets `dispatched_at` may ask. What is
 * unclear afterwards (a crash, an ambiguous answer) is settled by reconciliation, never by asking again. Only a call
 * that the provider refused before dialling goes over to another one, which is asked once as well.
 */
export async function dialPlaced(ctx: Ctx, callId: number, patience: Patience = endless): Promise<void> {
  if (ctx.inTransaction) throw new Error('dialPlaced asks a provider and must not run in a transaction')
  const call = await findPlaced(ctx, callId)
  const provider = call && ctx.providers.voice.named(call.provider)
  if (!call || !provider) return giveUp(ctx, callId)
  // before the licence is taken: between it and the dial there is as little as can be
  const [slots, transferTo] = await Promise.all([offeredSlots(ctx), findFallback(ctx, provider)])
  const asked: Asked = { callId, call: { ...call, transferTo }, slots }
  const gate = paced(ctx, callId, patience.stillOpen)
  const claim: Claim = (inner) => claimDispatch(inner, callId)
  const turn = await gate({ provider, claim })
  if (turn === 'closed') return withdraw(ctx, provider, { callId, claim, message: patience.tooLate })
  if (turn === 'gone') return endIfBarred(ctx, callId, provider)
  const answer = await ask(provider, asked)
  const refused = answer.kind === 'refused' && answer.outcome === 'provider_fault'
  const next = refused ? await handOver(ctx, callId, { from: provider, why: answer.message, gate }) : 'kept'
  if (next === 'gone') return endAsRequested(ctx, callId, provider)
  if (next === 'kept') return settle(ctx, callId, { provider, answer })
  await settle(ctx, callId, { provider: next, answer: await ask(next, asked) })
}

async function settle(
  ctx: Ctx,
  callId: number,
  { provider, answer }: { provider: VoiceProvider; answer: DialAnswer },
): Promise<void> {
  if (answer.kind === 'accepted') {
    const { providerCallId } = answer
    const endRequested = await adoptProviderCall(ctx, callId, { provider: provider.name, ...answer })
    if (endRequested) await endEarly(ctx, provider, { callId, providerCallId })
  }
  if (answer.kind === 'ambiguous')
    ctx.log.warn({ callId, message: answer.message }, 'unclear whether a call was dialled')
  if (answer.kind === 'refused') {
    const { outcome, message } = answer
    await endCallByUs(ctx, { callId, key: 'refused', outcome, message, at: await eventTime(ctx, provider) })
  }
}

/** Staff ended it before the provider had told its name. Reconciliation sees to what does not work here. */
export async function endEarly(
  ctx: Ctx,
  provider: VoiceProvider,
  call: { callId: number; providerCallId: string },
): Promise<void> {
  await provider.end(call).catch((error: unknown) => {
    ctx.log.warn({ err: error, callId: call.callId }, 'a call could not be ended')
  })
}

/** A refused call that nobody took over: where staff had ended it, it ends so; else the callbacks have the last word. */
async function endAsRequested(ctx: Ctx, callId: number, provider: VoiceProvider): Promise<void> {
  if (!(await isEndRequested(ctx, callId, provider.name))) return
  const at = await eventTime(ctx, provider)
  await endCallByUs(ctx, { callId, key: 'ended-by-staff', outcome: 'cancelled', message: ENDED_BY_STAFF, at })
}

/** The person opted out between the decision and the dial: nobody was asked, and nobody will be. */
async function endIfBarred(ctx: Ctx, callId: number, provider: VoiceProvider): Promise<void> {
  if (!(await claimBarred(ctx, callId))) return
  const message = 'Not dialled: the number was suppressed before its turn came.'
  const at = await eventTime(ctx, provider)
  await endCallByUs(ctx, { callId, key: 'suppressed', outcome: 'cancelled', message, at })
}

/** Ends a call that nobody was asked to dial, so that it is due again on another day. */
async function withdraw(
  ctx: Ctx,
  provider: VoiceProvider,
  { callId, claim, message }: { callId: number; claim: Claim; message: string },
): Promise<void> {
  if (!(await claim(ctx))) return endIfBarred(ctx, callId, provider)
  const at = await eventTime(ctx, provider)
  await endCallByUs(ctx, { callId, key: WITHDRAWN, outcome: 'provider_fault', message, at })
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

/** No simulated person is put through to a real one. */
async function findFallback(ctx: Ctx, provider: VoiceProvider): Promise<string | null> {
  return provider.simulated ? null : findTransfer(ctx, await provider.now())
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
  await endCallByUs(ctx, { callId, key: 'given-up', outcome: 'cancelled', message, at: ctx.now() })
}
