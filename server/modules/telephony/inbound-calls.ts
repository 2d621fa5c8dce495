import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { endHold, holdNumber, optOutByVoice } from '#server/modules/brokers/suppressions/suppressions.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { findTransfer } from '#server/modules/calls/transfer.views.ts'
import type {
  InboundCall,
  InboundRequest,
  InboundScript,
  SpokenWords,
} from '#server/providers/ports/vendors.ts'
import { type InboundActivity, inboundScript, inboundText } from './inbound-calls.rules.ts'
import {
  claimRequest,
  findCaller,
  findInbound,
  insertInbound,
  moveInbound,
  type StoredInbound,
  storeHold,
} from './inbound-calls.store.ts'

type CallName = Pick<InboundCall, 'provider' | 'providerCallId'>

/**
 * Builds the script for a caller to one of our numbers: who called them, when and why. The call is added to their
 * timeline once, and repeated requests for a call return the same script.
 */
export async function answerInbound(ctx: Ctx, call: InboundCall): Promise<InboundScript> {
  return ctx.tx(async (tx) => {
    const stored = await recordInbound(tx, call)
    const transferTo = await findTransfer(tx, stored.at)
    // neither the number that was called nor the caller's own can take the call over
    const free = transferTo !== stored.to && transferTo !== stored.from
    const takesOver = free ? transferTo : null
    if (stored.isNew && takesOver === null) await reportMissed(tx, stored, false)
    return inboundScript({ ...stored, transferTo: takesOver })
  })
}

/** Reports a call that reached no person, if the caller is on record or requested one. */
async function reportMissed(tx: Ctx, stored: StoredInbound, asked: boolean): Promise<void> {
  const { from, brokerId, callId } = stored
  const isStranger = brokerId === null && callId === null
  if (from === null || (isStranger && !asked)) return
  await tx.emit('call.missed', { phone: from, brokerId, callId, asked })
}

async function recordInbound(tx: Ctx, call: InboundCall): Promise<StoredInbound & { isNew: boolean }> {
  const { provider, providerCallId, to } = call
  const parsed = call.from === null ? null : parsePhone(call.from)
  const from = parsed?.ok ? parsed.e164 : null
  const caller = from === null ? { callId: null, brokerId: null } : await findCaller(tx, from)
  const isNew = await insertInbound(tx, {
    ...{ provider, providerCallId, fromNumber: from, toNumber: to, createdAt: tx.now(), ...caller },
  })
  const stored = await findInbound(tx, call)
  if (!stored) throw new Error('inbound call missing right after its insert')
  // a stranger's call becomes an activity only with a request
  if (isNew && (stored.brokerId !== null || stored.callId !== null))
    await addInboundActivity(tx, stored, 'call_received')
  return { ...stored, isNew }
}

/**
 * Carries out the caller's request, an opt-out and a request for a person once each. An opt-out takes effect immediately
 * everywhere. Words that may be one hold the number until the caller denies it or a person decides, because no callback
 * reports that the caller hung up. A withheld number can be neither suppressed nor called back, which the script explains.
 */
export async function applyInboundRequest(
  ctx: Ctx,
  name: CallName,
  request: InboundRequest,
  said: SpokenWords | null = null,
): Promise<void> {
  await ctx.tx(async (tx) => {
    const stored = await findInbound(tx, name)
    if (!stored?.from) return
    const evidence = said && { ...said, second: null }
    if (request === 'opt_out_denied') {
      if (stored.holdId !== null) await endHold(tx, stored.holdId)
      return
    }
    if (request === 'opt_out_unclear') {
      const call = stored.callId === null ? null : { id: stored.callId, simulated: false }
      const hold = { phone: stored.from, at: tx.now(), text: said?.text ?? '', call, evidence }
      const id = await holdNumber(tx, hold)
      if (id !== null) await storeHold(tx, name, id)
      return
    }
    if (!(await claimRequest(tx, name, request === 'opt_out' ? 'optedOutAt' : 'personAskedAt'))) return
    if (request === 'operator') {
      await addInboundActivity(tx, stored, 'call_back_requested')
      return reportMissed(tx, stored, true)
    }
    const reason = 'Called us and asked not to be called again'
    await optOutByVoice(tx, { phone: stored.from, at: tx.now(), reason, callId: stored.callId, evidence })
    await addInboundActivity(tx, stored, 'opted_out')
  })
}

async function addInboundActivity(tx: Ctx, stored: StoredInbound, type: InboundActivity): Promise<void> {
  const { brokerId, from, call } = stored
  const campaign = call?.campaign ?? null
  const number = brokerId === null ? from : null
  await addActivity(tx, {
    // not linked to the call that they ring back about: a call has one activity of each type
    ...{ type, brokerId, simulated: false },
    description: inboundText(type, { campaign, calledBefore: call !== null, number }),
  })
}

/** The calls of a merged record become the kept one's. */
export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await moveInbound(ctx, fromId, intoId)
}
