import { randomBytes } from 'node:crypto'
import type { CallResponse } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import { displayPhone, linkSms } from './rules.ts'
import { insertLink, insertMessage } from './store.ts'

/** 128 bits in 22 characters: nobody guesses one. */
const CODE_BYTES = 16
const LINK_DAYS = 90
const DAY_MS = 86_400_000
export const NO_SMS_PROVIDER = 'No SMS provider is configured. The message is kept here.'

export interface NewSms {
  to: string
  body: string
  brokerId: number | null
  callId: number | null
  /** The same occasion writes one message. */
  occasion: string
  simulated: boolean
}

/** Writes an SMS into the outbox; without a provider it is held there. @returns null when this occasion has one */
export async function queueSms(ctx: Ctx, sms: NewSms): Promise<number | null> {
  const id = await insertMessage(ctx, {
    channel: 'sms',
    recipient: sms.to,
    body: sms.body,
    status: 'held',
    reason: NO_SMS_PROVIDER,
    brokerId: sms.brokerId,
    callId: sms.callId,
    occasion: sms.occasion,
    simulated: sms.simulated,
  })
  if (id !== null) ctx.changed('messages')
  return id
}

/** Sends the link that a broker asked for with option 1; a repeated event sends nothing more. */
export async function sendAskedLink(
  ctx: Ctx,
  chosen: { callId: number; option: CallResponse },
): Promise<void> {
  if (chosen.option !== 'option_1') return
  const call = await ctx.db
    .selectFrom('calls')
    .leftJoin('campaignVersions', 'campaignVersions.id', 'calls.campaignVersionId')
    .select([
      'calls.brokerId',
      'calls.campaignId',
      'calls.toNumber',
      'calls.simulated',
      'campaignVersions.product',
    ])
    .where('calls.id', '=', chosen.callId)
    .executeTakeFirst()
  if (!call) return
  const lender = await ctx.db.selectFrom('organisation').selectAll().executeTakeFirstOrThrow()
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const body = linkSms({
    lender: lender.tradingName || lender.legalName || 'Brokerline',
    product: call.product ?? 'product',
    url: `${ctx.providers.publicUrl}/s/${code}`,
    phone: lender.contactPhone ? displayPhone(lender.contactPhone) : '',
  })
  const queued = await queueSms(ctx, {
    to: call.toNumber,
    body,
    brokerId: call.brokerId,
    callId: chosen.callId,
    occasion: `call:${chosen.callId}:option_1`,
    simulated: call.simulated,
  })
  // a repeated event: its link went out with the first one
  if (queued === null) return
  await insertLink(ctx, {
    code,
    kind: 'offer',
    brokerId: call.brokerId,
    campaignId: call.campaignId,
    callId: chosen.callId,
    expiresAt: new Date(ctx.now().getTime() + LINK_DAYS * DAY_MS),
  })
}
