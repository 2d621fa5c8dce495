import type { MessageChannel } from '#contract/messages.ts'
import type { Lender } from '#contract/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { takesMail } from './link-channel.rules.ts'
import { micrositeTarget } from './microsite-link.rules.ts'
import {
  channelTo,
  createLink,
  lenderFacts,
  type NewMail,
  newCode,
  queueMail,
  queueSms,
} from './queue-message.ts'
import { linkSms } from './sms-text.rules.ts'
import { hasMessage, insertLink } from './store.ts'

/** Lifetime of the link to an offer. */
export const LINK_DAYS = 90
const DAY_MS = 86_400_000

interface LinkCall {
  id: number
  brokerId: number | null
  campaignId: number | null
  toNumber: string
  email: string | null
  name: string | null
  simulated: boolean
  campaign: string | null
  product: string | null
}

const occasionOf = (callId: number): string => `call:${callId}:option_1`
/** Of the email that follows a text message nobody got. */
const instead = (occasion: string): string => `${occasion}:email`

/** Sends the links that brokers requested with option 1; idempotent per call. */
export async function sendRequestedLinks(
  ctx: Ctx,
  { choices }: AppEvents['calls.optionsChosen'],
): Promise<void> {
  for (const { option, callId } of choices) if (option === 'option_1') await sendRequestedLink(ctx, callId)
}

async function sendRequestedLink(ctx: Ctx, callId: number): Promise<void> {
  const occasion = occasionOf(callId)
  const call = await findCall(ctx, callId)
  if (!call || (await hasMessage(ctx, occasion))) return
  const channel = channelTo(ctx, { phone: call.toNumber, email: call.email }, call)
  if (channel) await send(ctx, call, { channel, occasion })
  else await ctx.emit('followUp.undelivered', { about: 'call', id: callId, what: 'offer_link' })
}

/** A text message that nobody got is followed by an email; where there is no address a person has to tell them. */
export async function onMessageFailed(
  ctx: Ctx,
  { callId, occasion, channel }: AppEvents['message.failed'],
): Promise<void> {
  if (callId === null) return
  const asked = occasionOf(callId)
  if (occasion !== asked && occasion !== instead(asked)) return
  const call = await findCall(ctx, callId)
  if (call && channel === 'sms' && takesMail(call.email))
    return send(ctx, call, { channel: 'email', occasion: instead(asked) })
  await ctx.emit('followUp.undelivered', { about: 'call', id: callId, what: 'offer_link' })
}

async function findCall(ctx: Ctx, id: number): Promise<LinkCall | undefined> {
  return ctx.db
    .selectFrom('calls')
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
    .leftJoin('campaignVersions', 'campaignVersions.id', 'calls.campaignVersionId')
    .select(['calls.id', 'calls.brokerId', 'calls.campaignId', 'calls.toNumber', 'calls.simulated'])
    .select(['brokers.email', 'brokers.name', 'campaigns.name as campaign', 'campaignVersions.product'])
    .where('calls.id', '=', id)
    .executeTakeFirst()
}

async function send(
  ctx: Ctx,
  call: LinkCall,
  { channel, occasion }: { channel: MessageChannel; occasion: string },
): Promise<void> {
  const lender = await lenderFacts(ctx)
  const link = await linkOf(ctx, call, channel)
  const message = { brokerId: call.brokerId, callId: call.id, occasion, simulated: call.simulated }
  const facts = { lender, url: link.url, product: call.product ?? 'product' }
  const queued =
    channel === 'sms'
      ? await queueSms(ctx, { ...message, to: call.toNumber, body: offerSms(facts) })
      : await queueMail(ctx, { ...message, to: call.email ?? '', ...offerMail(ctx, call, facts) })
  // a concurrent event may have queued its own link first
  if (queued !== null) await link.save()
}

interface OfferLink {
  lender: Lender
  url: string
  product: string
}

/** The text message with the link to an offer. */
export const offerSms = ({ lender, product, url }: OfferLink): string =>
  linkSms({ lender: lender.name, product, url, phone: lender.contactPhone })

/** The email with the link to an offer. */
export function offerMail(
  { providers }: Pick<Ctx, 'providers'>,
  { name }: { name: string | null },
  { lender, url, product }: OfferLink,
): Pick<NewMail, 'mail' | 'template'> {
  const facts = { name: name ?? '', what: 'offer' as const, product, url }
  return { mail: providers.pages.mail('link_requested', lender, facts), template: 'link_requested' }
}

/** The link to the campaign's newest active microsite, else to the offer's own page. */
async function linkOf(
  ctx: Ctx,
  call: LinkCall,
  medium: MessageChannel,
): Promise<{ url: string; save(): Promise<void> }> {
  const expiresAt = new Date(ctx.now().getTime() + LINK_DAYS * DAY_MS)
  const { brokerId, campaignId, id: callId } = call
  const microsite = await ctx.db
    .selectFrom('microsites')
    .select('slug')
    .where('campaignId', '=', campaignId)
    .where('active', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (microsite) {
    const { slug } = microsite
    const target = micrositeTarget({ slug, brokerId, campaignId, campaign: call.campaign, medium })
    const url = await createLink(ctx, { target, brokerId, callId, expiresAt })
    return { url, save: async () => undefined }
  }
  const code = newCode()
  return {
    url: `${ctx.providers.publicUrl}/s/${code}`,
    save: () => insertLink(ctx, { code, kind: 'offer', brokerId, campaignId, callId, expiresAt }),
  }
}
