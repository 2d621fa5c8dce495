import type { Ctx } from '#server/ctx.ts'
import { parsePhone } from '#server/modules/brokers/phones/rules.ts'
import { optInBySms, optOutBySms } from '#server/modules/brokers/suppressions/service.ts'
import { type Wish, wishOf } from './rules.ts'

export interface ReceivedSms {
  from: string
  body: string
  /** When the person sent it; the same message may be told of again. */
  at: Date
}

/**
 * Takes an SMS that somebody sent us. STOP suppresses the number at once and everywhere; START ends the opt-outs from
 * before it, whatever way they were made, and no entry made by hand. @returns what was understood
 */
export async function receiveSms(ctx: Ctx, sms: ReceivedSms): Promise<Wish | null> {
  const wish = wishOf(sms.body)
  const from = parsePhone(sms.from)
  if (!from.ok) {
    if (wish) ctx.log.warn({ wish }, 'an SMS came from what is no phone number')
    return null
  }
  const heard = { phone: from.e164, at: sms.at }
  if (wish === 'stop') await optOutBySms(ctx, heard)
  if (wish === 'start') await optInBySms(ctx, heard)
  return wish
}
