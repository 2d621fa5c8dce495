import type { Insertable } from 'kysely'
import { applicationMemberships, DRAFT_DAYS } from '#contract/accreditations/accreditations.ts'
import type { MessageChannel } from '#contract/messages/messages.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { splitName } from '#server/input/person-name.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { takesMail } from '#server/modules/messages/link-channel.rules.ts'
import { isOnItsWay, viewLinkMessages } from '#server/modules/messages/link-messages.views.ts'
import {
  channelTo,
  createLink,
  lenderFacts,
  type NewSms,
  queueMail,
  queueSms,
} from '#server/modules/messages/queue-message.ts'
import type { Applications } from '#server/schema.gen.ts'
import { daysFrom, resumeLink } from './application-links.rules.ts'
import { mailResumeLink } from './drafts.ts'
import { startSms } from './start-sms.rules.ts'
import { type ApplicationRow, insertApplication, insertEvent } from './store.ts'

/**
 * Opens a draft prefilled from the broker's record and sends its link; idempotent per call. A test call gets the link
 * of the empty form, so that it counts in no report.
 */
export async function openDraftOfCall(ctx: Ctx, callId: number): Promise<void> {
  const call = await findCall(ctx, callId)
  if (!call) return
  const channel = channelTo(ctx, { phone: call.toNumber, email: call.email }, call)
  if (!channel) await ctx.emit('followUp.undelivered', undelivered(callId))
  if (call.test) return sendEmptyForm(ctx, call, channel)
  const row = await insertApplication(ctx, draftOf(call, ctx.now()))
  // already handled: the link was sent then
  if (!row) return
  await insertEvent(ctx, { applicationId: row.id, status: 'draft', actor: 'Call' })
  if (channel === 'sms')
    await smsLink(ctx, call, { ...resumeLink(ctx.providers, row, ctx.now(), 'phone'), row })
  if (row.email) await mailResumeLink(ctx, row)
}

const emptyForm = (now: Date): StartLink => ({ path: '/accreditation', expiresAt: daysFrom(now, DRAFT_DAYS) })

async function sendEmptyForm(ctx: Ctx, call: StartingCall, channel: MessageChannel | null): Promise<void> {
  const occasion = occasionOf(call.id)
  if (channel === 'sms') await smsLink(ctx, call, emptyForm(ctx.now()))
  if (channel === 'email') await mailEmptyForm(ctx, call, occasion)
}

/** Sends the email instead of an undelivered SMS with the link, unless one was sent before. */
export async function onMessageFailed(
  ctx: Ctx,
  { id, callId, channel }: AppEvents['message.failed'],
): Promise<void> {
  if (callId === null) return
  const messages = await viewLinkMessages(ctx, { callId, option: 'option_3' })
  if (!messages.some((message) => message.id === id) || messages.some(isOnItsWay)) return
  const call = await findCall(ctx, callId)
  if (call?.test && channel === 'sms' && takesMail(call.email))
    return mailEmptyForm(ctx, call, `${occasionOf(callId)}:email`)
  await ctx.emit('followUp.undelivered', undelivered(callId))
}

const occasionOf = (callId: number): string => `call:${callId}:option_3`
const undelivered = (id: number): AppEvents['followUp.undelivered'] => ({
  ...{ about: 'call', id, what: 'accreditation_link' },
})

async function mailEmptyForm(ctx: Ctx, call: StartingCall, occasion: string): Promise<void> {
  const { path: target, expiresAt } = emptyForm(ctx.now())
  const { id: callId, brokerId, email, simulated } = call
  const url = await createLink(ctx, { target, brokerId, callId, expiresAt })
  const facts = {
    name: call.name ?? '',
    what: 'accreditation' as const,
    product: '',
    url,
    decisionsUrl: null,
  }
  await queueMail(ctx, {
    ...{ brokerId, callId, occasion, simulated, to: email ?? '', template: 'link_requested' },
    mail: ctx.providers.pages.mail('link_requested', await lenderFacts(ctx), facts),
    notAfter: expiresAt,
  })
}

export interface StartingCall {
  id: number
  toNumber: string
  test: boolean
  simulated: boolean
  brokerId: number | null
  name: string | null
  email: string | null
  company: string | null
  asicNumber: string | null
  membership: string | null
}

async function findCall(ctx: Ctx, id: number): Promise<StartingCall | undefined> {
  return ctx.db
    .selectFrom('calls')
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .select(['calls.id', 'calls.toNumber', 'calls.test', 'calls.simulated', 'calls.brokerId'])
    .select(['brokers.name', 'brokers.email', 'brokers.company', 'brokers.asicNumber', 'brokers.membership'])
    .where('calls.id', '=', id)
    .executeTakeFirst()
}

/** The draft that a call opens, prefilled from the broker's record. */
export function draftOf(call: StartingCall, now: Date): Insertable<Applications> {
  const { brokerId, toNumber, name, ...broker } = call
  const offered: readonly string[] = applicationMemberships
  return {
    ...{ status: 'draft', source: 'call', callId: call.id, simulated: call.simulated },
    expiresAt: daysFrom(now, DRAFT_DAYS),
    brokerId,
    ...splitName(name ?? ''),
    phone: formatPhone(toNumber),
    phoneE164: toNumber,
    email: broker.email ?? '',
    company: broker.company ?? '',
    asicNumber: broker.asicNumber ?? '',
    // the portal offers memberships that this form does not
    membership: broker.membership && offered.includes(broker.membership) ? broker.membership : '',
  }
}

type StartLink = { path: string; expiresAt: Date; row?: ApplicationRow }

async function smsLink(ctx: Ctx, call: StartingCall, link: StartLink): Promise<void> {
  const { path: target, expiresAt } = link
  const url = await createLink(ctx, { target, brokerId: call.brokerId, callId: call.id, expiresAt })
  await queueSms(ctx, linkMessage(call, { ...link, url, lender: await lenderFacts(ctx) }))
}

/** The SMS with the link to the form. */
export function linkMessage(call: StartingCall, link: StartLink & { url: string; lender: Lender }): NewSms {
  const { url, lender, row, expiresAt } = link
  return {
    brokerId: call.brokerId,
    callId: call.id,
    to: call.toNumber,
    body: startSms({
      lender: lender.name,
      url,
      filled: Boolean(row?.firstName),
      phone: lender.contactPhone,
    }),
    applicationId: row?.id ?? null,
    occasion: occasionOf(call.id),
    simulated: call.simulated,
    notAfter: expiresAt,
  }
}
