import type { Ctx } from '#server/ctx.ts'
import { optOutBySms } from '#server/modules/brokers/suppressions/suppressions.ts'
import { continueTrace } from '#server/platform/traces/spans.ts'
import type { SmsReport } from '#server/providers/ports/vendors.ts'
import { statusAfter } from './delivery-report.rules.ts'
import { lockReported, storeReport } from './delivery-report.store.ts'
import { toStoredMessage } from './outbox.rules.ts'
import { tellFailed } from './outbox.ts'

const DEFAULT_REASON = 'The provider could not deliver it.'

/**
 * Applies a provider's delivery report to its SMS. Repeated, late and unknown reports change nothing. A person who has
 * opted out with the provider is suppressed immediately, everywhere.
 */
export async function applyDeliveryReport(ctx: Ctx, report: SmsReport): Promise<void> {
  await ctx.tx(async (tx) => {
    const message = await lockReported(tx, report)
    if (!message) {
      tx.log.debug(
        { provider: report.provider, status: report.status },
        'delivery report for an unknown message',
      )
      return
    }
    continueTrace(message.traceContext)
    const status = statusAfter({ ...toStoredMessage(message), attempts: message.attempts }, report.status)
    if (!status) return
    const reason = status === 'failed' ? (report.message ?? DEFAULT_REASON) : null
    if (status === 'failed') tx.log.warn({ messageId: message.id, reason }, 'message not delivered')
    await storeReport(tx, message, { status, reason, ref: report.ref, at: report.at })
    if (report.optedOut)
      await optOutBySms(tx, { phone: message.recipient, at: report.at, toldBy: 'provider' })
    if (status === 'failed') await tellFailed(tx, message)
  })
}
