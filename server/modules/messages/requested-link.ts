import type { MessageChannel } from '#contract/messages/messages.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { brokerOfCall } from '#server/modules/brokers/broker-of-call.views.ts'
import { decisionsUrl } from '#server/modules/brokers/decisions-link.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { takesMail } from './link-channel.rules.ts'
import { micrositeTarget } from './microsite-link.rules.ts'
import { channelTo, createLinks, lenderFacts, type NewMail, newCode, queueMessages } from './queue-message.ts'
import { linkSms } from './sms-text.rules.ts'
import { insertOfferLinks, type OfferLink } from './store.ts'

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
/** Of the email that replaces an undelivered text message. */
const instead = (occasion: string): string => `${occasion}:email`

/** Sends the links that brokers requested with option 1; idempotent per call. */
export async function sendRequestedLinks(
  ctx: Ctx,
  { choices }: AppEvents['calls.optionsChosen'],
): Promise<void> {
  const asked = choices.filter(({ option }) => option === 'option_1').map(({ callId }) => callId)
  if (asked.length === 0) return
  const toSend: LinkToSend[] = []
  for (const call of await findCalls(ctx, asked)) {
    const channel = channelTo(ctx, { phone: call.toNumber, email: call.email }, call)
    if (channel) toSend.push({ call, channel, occasion: occasionOf(call.id) })
    else await ctx.emit('followUp.undelivered', { about: 'call', id: call.id, what: 'offer_link' })
  }
  await send(ctx, toSend)
}

/** Sends an email after an undelivered text message; without an address, a task asks staff to contact the person. */
export async function onMessageFailed(
  ctx: Ctx,
  { callId, occasion, channel }: AppEvents['message.failed'],
): Promise<void> {
  if (callId === null) return
  const asked = occasionOf(callId)
  if (occasion !== asked && occasion !== instead(asked)) return
  const [call] = await findCalls(ctx, [callId])
  if (call && channel === 'sms' && takesMail(call.email))
    return send(ctx, [{ call, channel: 'email', occasion: instead(asked) }])
  await ctx.emit('followUp.undelivered', { about: 'call', id: callId, what: 'offer_link' })
}

async function findCalls(ctx: Ctx, ids: readonly number[]): Promise<LinkCall[]> {
  return ctx.db
    .selectFrom('calls')
    .leftJoinLateral(brokerOfCall, (join) => join.onTrue())
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
    .leftJoin('campaignVersions', 'campaignVersions.id', 'calls.campaignVersionId')
    .select(['calls.id', 'calls.brokerId', 'calls.campaignId', 'calls.toNumber', 'calls.simulated'])
    .select(['broker.email', 'broker.name', 'campaigns.name as campaign', 'campaignVersions.product'])
    .where('calls.id', '=', anyOf(ids))
    .orderBy('calls.id')
    .execute()
}

interface LinkToSend {
  call: LinkCall
  channel: MessageChannel
  occasion: string
}

async function send(ctx: Ctx, toSend: readonly LinkToSend[]): Promise<void> {
  if (toSend.length === 0) return
  const lender = await lenderFacts(ctx)
  const links = await linksOf(ctx, toSend)
  const added = await queueMessages(
    ctx,
    toSend.map(({ call, channel, occasion }, index) => {
      const message = { brokerId: call.brokerId, callId: call.id, occasion, simulated: call.simulated }
      const facts = { lender, url: links[index]?.url ?? '', product: call.product ?? 'product' }
      return channel === 'sms'
        ? { ...message, to: call.toNumber, body: offerSms(facts) }
        : { ...message, to: call.email ?? '', ...offerMail(ctx, call, facts) }
    }),
  )
  // a concurrent event may have queued its own link first
  const own = links.filter((_, index) => added.has(toSend[index]?.occasion ?? ''))
  await insertOfferLinks(
    ctx,
    own.flatMap(({ toSave }) => toSave ?? []),
  )
}

interface Offer {
  lender: Lender
  url: string
  product: string
}

/** The text message with the link to an offer. */
export const offerSms = ({ lender, product, url }: Offer): string =>
  linkSms({ lender: lender.name, product, url, phone: lender.contactPhone })

/** The email with the link to an offer. */
export function offerMail(
  ctx: Pick<Ctx, 'providers' | 'now'>,
  { name, brokerId }: { name: string | null; brokerId: number | null },
  { lender, url, product }: Offer,
): Pick<NewMail, 'mail' | 'template'> {
  const own = brokerId === null ? null : decisionsUrl(ctx, { brokerId })
  const facts = { name: name ?? '', what: 'offer' as const, product, url, decisionsUrl: own }
  return { mail: ctx.providers.pages.mail('link_requested', lender, facts), template: 'link_requested' }
}

interface Link {
  url: string
  /** Of a link to the offer's own page: kept once the message is queued. */
  toSave: OfferLink | null
}

/** The links to the campaigns' newest active microsites, else to the offer's own page. @returns in the order of `toSend` */
async function linksOf(ctx: Ctx, toSend: readonly LinkToSend[]): Promise<Link[]> {
  const expiresAt = new Date(ctx.now().getTime() + LINK_DAYS * DAY_MS)
  const slugs = await newestMicrosites(ctx, toSend)
  const pages = toSend.flatMap(({ call, channel: medium }) => {
    const { id: callId, brokerId, campaignId, campaign } = call
    const slug = slugs.get(campaignId)
    if (slug === undefined) return []
    const target = micrositeTarget({ slug, brokerId, campaignId, campaign, medium })
    return [{ target, brokerId, callId, expiresAt }]
  })
  const urls = await createLinks(ctx, pages)
  const pageOf = new Map(pages.map(({ callId }, index) => [callId, urls[index]]))
  return toSend.map(({ call: { id: callId, brokerId, campaignId } }) => {
    const url = pageOf.get(callId)
    if (url !== undefined) return { url, toSave: null }
    const code = newCode()
    const toSave = { code, brokerId, campaignId, callId, expiresAt }
    return { url: `${ctx.providers.publicUrl}/s/${code}`, toSave }
  })
}

/** @returns slugs by campaign */
async function newestMicrosites(
  ctx: Ctx,
  toSend: readonly LinkToSend[],
): Promise<Map<number | null, string>> {
  const campaignIds = [...new Set(toSend.flatMap(({ call }) => call.campaignId ?? []))]
  const microsites = await ctx.db
    .selectFrom('microsites')
    .distinctOn('campaignId')
    .select(['campaignId', 'slug'])
    .where('campaignId', '=', anyOf(campaignIds))
    .where('active', '=', true)
    .orderBy('campaignId')
    .orderBy('id', 'desc')
    .execute()
  return new Map(microsites.map(({ campaignId, slug }) => [campaignId, slug]))
}
