import { cameFromOf } from '#contract/microsites/came-from.ts'
import type { Ctx } from '#server/ctx.ts'
import { signFormTime } from '#server/input/form-check.ts'
import { keyOf, signedBroker } from '#server/modules/brokers/broker-key.ts'
import { knownBroker } from '#server/modules/brokers/views.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { LINK_GONE, openManaged } from './manage-booking.ts'
import { zoneOfLink } from './person-zone.ts'
import { viewFirstMonths } from './slots.views.ts'

const MAX_INT4 = 2_147_483_647

/** The broker that a link names; null for a wrong link or an altered key, which must still open the page. */
async function brokerOf(ctx: Ctx, broker: unknown, key: unknown): Promise<number | null> {
  const id = typeof broker === 'string' && /^\d{1,10}$/.test(broker) ? Number(broker) : 0
  if (id > MAX_INT4) return null
  return key === undefined ? knownBroker(ctx, id) : signedBroker(ctx, { broker: id, key: keyOf({ key }) })
}

/** The page Book a Meeting with BDM. */
export async function bookingPageHtml(
  ctx: Ctx,
  { broker, key, ...query }: { broker?: unknown; key?: unknown } & Record<string, unknown>,
): Promise<string> {
  const id = await brokerOf(ctx, broker, key)
  const brokerKey = keyOf({ key })
  const zone = await zoneOfLink(ctx, { broker: id, key: brokerKey })
  return ctx.providers.pages.booking({
    lender: await lenderFacts(ctx),
    url: `${ctx.providers.publicUrl}/booking`,
    broker: id,
    brokerKey,
    cameFrom: cameFromOf(query),
    now: ctx.now().toISOString(),
    formTime: signFormTime({ secret: ctx.providers.secret, now: ctx.now() }),
    days: await viewFirstMonths(ctx, zone),
    zone,
  })
}

/** The page behind a confirmation's link, or an explanation if the link is invalid. */
export async function managePageHtml(ctx: Ctx, token: string): Promise<{ found: boolean; html: string }> {
  const booking = await openManaged(ctx, token)
  const lender = await lenderFacts(ctx)
  const { pages, publicUrl } = ctx.providers
  if (!booking) {
    const url = `${publicUrl}/booking`
    const title = 'This link no longer works'
    return { found: false, html: pages.missing({ lender, url, title, text: LINK_GONE }) }
  }
  const url = `${publicUrl}/booking/manage/${token}`
  const zone = await zoneOfLink(ctx, { token })
  const facts = {
    lender,
    url,
    token,
    now: ctx.now().toISOString(),
    booking,
    days: await viewFirstMonths(ctx, zone),
    zone,
  }
  return { found: true, html: pages.manageBooking(facts) }
}
