import { HORIZON_DAYS } from '#contract/bookings/bookings.ts'
import type { Ctx } from '#server/ctx.ts'
import {
  channelTo,
  createLink,
  lenderFacts,
  queueMail,
  queueSms,
} from '#server/modules/messages/queue-message.ts'
import { timeLinkSms } from './notify.rules.ts'

/** As far ahead as meetings are booked. */
const LINK_MS = HORIZON_DAYS * 86_400_000

export const timeLinkOccasion = (callId: number): string => `call:${callId}:option_2`

/**
 * Sends the booking page to a person who asked for a meeting in a call and accepted no time; once per call. The task for
 * staff exists in any case, so that a number that takes no message needs nothing else.
 * @returns whether a message was queued
 */
export async function sendBookingLink(ctx: Ctx, callId: number): Promise<boolean> {
  const call = await ctx.db
    .selectFrom('calls')
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .leftJoin('bdms', (join) => join.onRef('bdms.id', '=', 'brokers.bdmId').on('bdms.active', '=', true))
    .select(['calls.toNumber', 'calls.brokerId', 'calls.simulated', 'brokers.name', 'brokers.email'])
    .select('bdms.email as bdmEmail')
    .where('calls.id', '=', callId)
    .executeTakeFirst()
  const channel = call && channelTo(ctx, { phone: call.toNumber, email: call.email }, call)
  if (!channel) return false
  const { brokerId, simulated } = call
  const lender = await lenderFacts(ctx)
  // a short link adds the broker's key when it is opened
  const target = brokerId === null ? '/booking' : `/booking?broker=${brokerId}`
  const expiresAt = new Date(ctx.now().getTime() + LINK_MS)
  const url = await createLink(ctx, { target, brokerId, callId, expiresAt })
  const message = { brokerId, callId, occasion: timeLinkOccasion(callId), simulated, notAfter: expiresAt }
  if (channel === 'sms') {
    const body = timeLinkSms({ lender: lender.name, url, phone: lender.contactPhone })
    return (await queueSms(ctx, { ...message, to: call.toNumber, body })) !== null
  }
  const facts = { name: call.name ?? '', what: 'meeting' as const, product: '', url, decisionsUrl: null }
  const mail = ctx.providers.pages.mail('link_requested', lender, facts)
  const to = { to: call.email ?? '', replyTo: call.bdmEmail }
  return (await queueMail(ctx, { ...message, ...to, template: 'link_requested', mail })) !== null
}
