import type { Ctx } from '#server/ctx.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { optInBySms, optOutBySms } from '#server/modules/brokers/suppressions/suppressions.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import type { InboundSms } from '#server/providers/ports/vendors.ts'
import { normaliseBody, receivedText, type Wish, wishOf } from './receive-sms.rules.ts'
import { brokersOf, insertReceived } from './receive-sms.store.ts'

/**
 * Takes an SMS that somebody sent us: what it says is told to staff. STOP suppresses the number at once and everywhere;
 * START ends the opt-outs from before it, whatever way they were made, and no entry made by hand. The same message
 * told of again changes nothing. @returns what was understood
 */
export async function receiveSms(ctx: Ctx, sms: InboundSms): Promise<Wish | null> {
  const wish = sms.optedOut ? 'stop' : wishOf(sms.body)
  const from = parsePhone(sms.from)
  if (!from.ok) {
    ctx.log.warn({ wish }, 'an SMS came from what is no phone number')
    return null
  }
  const body = normaliseBody(sms.body)
  const heard = { phone: from.e164, at: sms.at }
  await ctx.tx(async (tx) => {
    const { provider, ref, to, at } = sms
    const isNew = await insertReceived(tx, {
      ...{ provider, providerRef: ref, fromNumber: heard.phone, toNumber: to },
      ...{ body, wish, receivedAt: at },
    })
    if (!isNew) return
    if (wish === 'stop') await optOutBySms(tx, heard)
    if (wish === 'start') await optInBySms(tx, heard)
    await tell(tx, heard.phone, body)
  })
  return wish
}

/** In the timeline of every broker with this number; of nobody's number it names the number. */
async function tell(tx: Ctx, phone: string, body: string): Promise<void> {
  const about = { type: 'sms_received', simulated: false }
  const text = { body, home: tx.providers.publicUrl }
  const brokers = await brokersOf(tx, phone)
  for (const brokerId of brokers)
    await addActivity(tx, { ...about, brokerId, description: receivedText({ ...text, from: null }) })
  if (brokers.length === 0)
    await addActivity(tx, { ...about, brokerId: null, description: receivedText({ ...text, from: phone }) })
  tx.changed('brokers')
}
