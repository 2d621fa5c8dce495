import type { Ctx } from '#server/ctx.ts'
import { optOutBySms } from '#server/modules/brokers/suppressions/suppressions.ts'
import type { SmsReport } from '#server/providers/ports/vendors.ts'
import { statusAfter } from './delivery-report.rules.ts'
import { lockReported, storeReport } from './delivery-report.store.ts'
import { stored } from './outbox.rules.ts'
import { topicsOfMessages } from './outbox.ts'

const WITHOUT_WORDS = 'The provider could not deliver it.'

/**
 * Takes what a provider tells of an SMS of ours. A message only goes forward; reports that come twice, late or about
 * no message of ours change nothing. Who has told the provider to stop is left alone at once, everywhere.
 */
export async function applyDeliveryReport(ctx: Ctx, report: SmsReport): Promise<void> {
  await ctx.tx(async (tx) => {
    const message = await lockReported(tx, report)
    if (!message) {
      tx.log.debug({ provider: report.provider, status: report.status }, 'a delivery report of no message')
      return
    }
    const status = statusAfter({ ...stored(message), attempts: message.attempts }, report.status)
    if (!status) return
    const reason = status === 'failed' ? (report.message ?? WITHOUT_WORDS) : null
    if (status === 'failed') tx.log.warn({ messageId: message.id, reason }, 'a message was not delivered')
    await storeReport(tx, message, { status, reason, ref: report.ref, at: report.at })
    if (report.optedOut) await optOutBySms(tx, { phone: message.recipient, at: report.at })
    tx.changed(...topicsOfMessages)
  })
}
