import type { Ctx } from '#server/ctx.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { holdNumber, optInBySms, optOutBySms } from '#server/modules/brokers/suppressions/suppressions.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import type { InboundSms } from '#server/providers/ports/vendors.ts'
import { normaliseBody, receivedText, type Wish, wishOf, withoutLinks } from './receive-sms.rules.ts'
import { brokersOf, insertReceived } from './receive-sms.store.ts'

/**
 * Stores a received SMS and shows it in timelines. STOP suppresses the number immediately, everywhere; START ends
 * earlier opt-outs of every kind, but no manual entry. An unclear opt-out holds the number and opens a task. A repeated
 * report of the same message changes nothing.
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
    await addActivities(tx, sender.phone, body)
  })
  return wish
}

/** Adds the SMS to the timeline of every broker with this number; without one, to the general timeline. */
async function addActivities(tx: Ctx, phone: string, body: string): Promise<void> {
  const about = { type: 'sms_received', simulated: false }
  const text = { body, home: tx.providers.publicUrl }
  const brokers = await brokersOf(tx, phone)
  for (const brokerId of brokers)
    await addActivity(tx, { ...about, brokerId, description: receivedText({ ...text, from: null }) })
  if (brokers.length === 0)
    await addActivity(tx, { ...about, brokerId: null, description: receivedText({ ...text, from: phone }) })
}
