import type { Ctx } from '#server/ctx.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { holdNumber, optInBySms, optOutBySms } from '#server/modules/brokers/suppressions/suppressions.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import type { InboundSms } from '#server/providers/ports/vendors.ts'
import {
  callWishOf,
  normaliseBody,
  receivedText,
  type Wish,
  wishOf,
  withoutLinks,
} from './receive-sms.rules.ts'
import { brokersOf, insertReceived } from './receive-sms.store.ts'

/**
 * Stores a received SMS and shows it in timelines. STOP suppresses the number immediately, everywhere; START ends
 * earlier opt-outs of every kind, but no manual entry. An unclear opt-out holds the number and opens a task. A request
 * for a call opens a task at the named time; the agent does not dial it. A repeated report of the same message changes nothing.
 * @returns the recognised keyword's wish; null: none
 */
export async function receiveSms(ctx: Ctx, sms: InboundSms): Promise<Wish | null> {
  const wish = sms.optedOut ? 'stop' : wishOf(sms.body)
  const from = parsePhone(sms.from)
  if (!from.ok) {
    ctx.log.warn({ wish }, 'SMS received from an invalid phone number')
    return null
  }
  const body = normaliseBody(sms.body)
  const sender = { phone: from.e164, at: sms.at }
  await ctx.tx(async (tx) => {
    const { provider, ref, to, at } = sms
    const isNew = await insertReceived(tx, {
      ...{ provider, providerRef: ref, fromNumber: sender.phone, toNumber: to },
      ...{ body, wish, receivedAt: at },
    })
    if (!isNew) return
    if (wish === 'stop') await optOutBySms(tx, sender)
    if (wish === 'start') await optInBySms(tx, sender)
    if (wish === 'hold') await holdNumber(tx, { ...sender, text: withoutLinks(body, tx.providers.publicUrl) })
    const brokers = await brokersOf(tx, sender.phone)
    await addActivities(tx, { ...sender, body, brokerIds: brokers.map(({ id }) => id) })
    if (wish === null) await reportCallWish(tx, { ...sender, body, broker: brokers[0] ?? null })
  })
  return wish
}

/** Adds the SMS to the timeline of every broker with this number; without one, to the general timeline. */
async function addActivities(
  tx: Ctx,
  { phone, body, brokerIds }: { phone: string; body: string; brokerIds: readonly number[] },
): Promise<void> {
  const about = { type: 'sms_received', simulated: false }
  const text = { body, home: tx.providers.publicUrl }
  for (const brokerId of brokerIds)
    await addActivity(tx, { ...about, brokerId, description: receivedText({ ...text, from: null }) })
  if (brokerIds.length === 0)
    await addActivity(tx, { ...about, brokerId: null, description: receivedText({ ...text, from: phone }) })
}

interface Sender {
  phone: string
  at: Date
  body: string
  /** The first with this number. */
  broker: { id: number; timezone: string | null } | null
}

async function reportCallWish(tx: Ctx, { phone, at, body, broker }: Sender): Promise<void> {
  const zone = broker?.timezone ?? null
  const wish = callWishOf(body, { at, zone })
  if (!wish) return
  const text = withoutLinks(body, tx.providers.publicUrl)
  await tx.emit('sms.callRequested', { phone, brokerId: broker?.id ?? null, text, from: wish.from, zone })
}
