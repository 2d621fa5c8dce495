import type { CallResponse } from '#contract/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { micrositeTarget } from './microsite-link.rules.ts'
import { createLink, lenderFacts, newCode, queueSms } from './queue-message.ts'
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
  simulated: boolean
  campaign: string | null
  product: string | null
}

/** Sends the link that a broker requested with option 1; idempotent per call. */
export async function sendRequestedLink(
  ctx: Ctx,
  chosen: { callId: number; option: CallResponse },
): Promise<void> {
  if (chosen.option !== 'option_1') return
  const occasion = `call:${chosen.callId}:option_1`
  const call = await findCall(ctx, chosen.callId)
  if (!call || (await hasMessage(ctx, occasion))) return
  const lender = await lenderFacts(ctx)
  const link = await linkOf(ctx, call)
  const queued = await queueSms(ctx, {
    to: call.toNumber,
    body: linkSms({
      lender: lender.name,
      product: call.product ?? 'product',
      url: link.url,
      phone: lender.contactPhone,
    }),
    brokerId: call.brokerId,
    callId: call.id,
    occasion,
    simulated: call.simulated,
  })
  // a concurrent event may have queued its own link first
  if (queued !== null) await link.save()
}

async function findCall(ctx: Ctx, id: number): Promise<LinkCall | undefined> {
  return ctx.db
    .selectFrom('calls')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
    .leftJoin('campaignVersions', 'campaignVersions.id', 'calls.campaignVersionId')
    .select([
      'calls.id',
      'calls.brokerId',
      'calls.campaignId',
      'calls.toNumber',
      'calls.simulated',
      'campaigns.name as campaign',
      'campaignVersions.product',
    ])
    .where('calls.id', '=', id)
    .executeTakeFirst()
}

/** The link to the campaign's newest active microsite, else to the offer's own page. */
async function linkOf(ctx: Ctx, call: LinkCall): Promise<{ url: string; save(): Promise<void> }> {
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
    const target = micrositeTarget({ slug: microsite.slug, brokerId, campaignId, campaign: call.campaign })
    const url = await createLink(ctx, { target, brokerId, callId, expiresAt })
    return { url, save: async () => undefined }
  }
  const code = newCode()
  return {
    url: `${ctx.providers.publicUrl}/s/${code}`,
    save: () => insertLink(ctx, { code, kind: 'offer', brokerId, campaignId, callId, expiresAt }),
  }
}

/** Moves messages and short links to the remaining record; the pages behind the links resolve merges themselves. */
export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await ctx.db.updateTable('messages').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
  await ctx.db.updateTable('shortLinks').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
