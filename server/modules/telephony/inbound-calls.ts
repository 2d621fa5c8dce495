import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { optOutByVoice } from '#server/modules/brokers/suppressions/suppressions.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { findTransfer } from '#server/modules/calls/transfer.ts'
import type { InboundCall, InboundScript, InboundWish } from '#server/providers/ports/vendors.ts'
import { type InboundActivity, inboundScript, inboundText } from './inbound-calls.rules.ts'
import {
  claimWish,
  findCaller,
  findInbound,
  insertInbound,
  moveInbound,
  type StoredInbound,
} from './inbound-calls.store.ts'

type CallName = Pick<InboundCall, 'provider' | 'providerCallId'>

/**
 * What to say to somebody who calls one of our numbers: who called them, when and why. The call shows in their
 * timeline once; asked again about the same call it gives the same answer.
 */
export async function answerInbound(ctx: Ctx, call: InboundCall): Promise<InboundScript> {
  const stored = await ctx.tx((tx) => take(tx, call))
  const transferTo = await findTransfer(ctx, stored.at)
  // at whose number they are, or who is calling, cannot take over
  const free = transferTo !== stored.to && transferTo !== stored.from
  return inboundScript({ ...stored, transferTo: free ? transferTo : null })
}

async function take(tx: Ctx, call: InboundCall): Promise<StoredInbound> {
  const { provider, providerCallId, to } = call
  const parsed = call.from === null ? null : parsePhone(call.from)
  const from = parsed?.ok ? parsed.e164 : null
  const caller = from === null ? { callId: null, brokerId: null } : await findCaller(tx, from)
  const isNew = await insertInbound(tx, {
    ...{ provider, providerCallId, fromNumber: from, toNumber: to, createdAt: tx.now(), ...caller },
  })
  const stored = await findInbound(tx, call)
  if (!stored) throw new Error('it was there or is now')
  // of strangers only what they ask for is told
  if (isNew && (stored.brokerId !== null || stored.callId !== null)) await tell(tx, stored, 'call_received')
  return stored
}

/**
 * Takes what the caller asked for; each wish counts once. An opt-out holds at once and everywhere. A number that is
 * withheld cannot be suppressed nor called back: what is said to its caller tells them so.
 */
export async function applyOptOut(ctx: Ctx, call: CallName, wish: InboundWish): Promise<void> {
  await ctx.tx(async (tx) => {
    const stored = await findInbound(tx, call)
    if (!stored?.from) return
    if (!(await claimWish(tx, call, wish === 'opt_out' ? 'optedOutAt' : 'personAskedAt'))) return
    if (wish === 'operator') return tell(tx, stored, 'call_back_requested')
    const reason = 'Called us and asked not to be called again'
    await optOutByVoice(tx, { phone: stored.from, at: tx.now(), reason, callId: stored.callId })
    await tell(tx, stored, 'opted_out')
  })
}

async function tell(tx: Ctx, stored: StoredInbound, type: InboundActivity): Promise<void> {
  const { brokerId, from, call } = stored
  const campaign = call?.campaign ?? null
  const number = brokerId === null ? from : null
  await addActivity(tx, {
    // not of the call that they call back about: that has one of a kind
    ...{ type, brokerId, simulated: false },
    description: inboundText(type, { campaign, calledBefore: call !== null, number }),
  })
  tx.changed('brokers')
}

/** Calls of a merged record go on as the kept one's. */
export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await moveInbound(ctx, fromId, intoId)
}
