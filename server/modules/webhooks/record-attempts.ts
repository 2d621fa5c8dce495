import type { Ctx } from '#server/ctx.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'
import { type Attempted, recordAttempts } from './deliveries.store.ts'
import { REPORT_AFTER_MS } from './retry.rules.ts'
import { changeEndpoint, lockEndpoint, markReported } from './store.ts'

/** Records attempts of one webhook, and whether it fails: since when, or not any more. */
export async function storeAttempts(
  ctx: Ctx,
  endpointId: number,
  attempts: readonly Attempted[],
): Promise<void> {
  await ctx.tx(async (tx) => {
    const webhook = await lockEndpoint(tx, endpointId)
    // removed meanwhile, with its deliveries
    if (!webhook) return
    await recordAttempts(tx, attempts)
    const successes = attempts.filter(({ error }) => error === null)
    const failure = attempts.find(({ error }) => error !== null)
    const last = successes.at(-1)
    if (last) {
      await changeEndpoint(tx, endpointId, {
        ...{ lastDeliveredAt: last.at, failingSince: null, lastError: null, reportedAt: null },
      })
      if (webhook.reportedAt) await tx.emit('matter.settled', { kind: 'webhook_failing' })
    } else if (failure) {
      await changeEndpoint(tx, endpointId, {
        failingSince: webhook.failingSince ?? failure.at,
        lastError: failure.error,
      })
    }
  })
}

/** Opens a task, and mails the admins, for each webhook that has failed for a day. It stays switched on. */
export async function reportFailing(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - REPORT_AFTER_MS)
  const late = await ctx.db
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('failingSince', '<=', before)
    .where('reportedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!late) return
  await ctx.tx(async (tx) => {
    for (const { id, name, url, lastError } of await markReported(tx, before)) {
      await reportToStaff(tx, {
        ...{ kind: 'webhook_failing', key: String(id), name },
        occasion: `${id}:${tx.now().toISOString()}`,
        title: `${name}: the webhook has failed for a day`,
        details: `${name} (${new URL(url).host}) has accepted no event for 24 hours. ${lastError ?? ''} It stays switched on, and events are retried for three days.`,
        screen: { path: '/settings?tab=services&part=webhooks', label: 'Open webhooks' },
      })
    }
  })
}
