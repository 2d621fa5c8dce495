import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { numberText } from '#contract/number-text.ts'
import { MAX_REPLAYED, type replayRange as replayEndpoint } from '#contract/webhooks/webhook-deliveries.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { makeDue } from './deliveries.store.ts'
import { recordEvents } from './record-events.ts'
import { RETRY_MS } from './retry.rules.ts'
import { lockEndpoint } from './store.ts'

const TEST_MESSAGE = 'This is a test. The signature is made as for every event.'

/** Queues a test event for one webhook. @returns the delivery @throws AppError forbidden, not_found */
export async function testWebhook(ctx: Ctx, id: number): Promise<number> {
  authorise(ctx, 'webhooks.write')
  return ctx.tx(async (tx) => {
    if (!(await lockEndpoint(tx, id))) throw notFound('Webhook')
    const [delivery = 0] = await recordEvents(tx, 'webhook.test', {
      events: [{ data: { message: TEST_MESSAGE }, brokerId: null }],
      endpointIds: [id],
    })
    await audit(tx, { action: 'webhook.tested', subjectType: 'webhook', subjectId: id })
    return delivery
  })
}

/** Makes one delivery due again. @throws AppError forbidden, not_found, conflict for one that waits already */
export async function replayOne(ctx: Ctx, endpointId: number, deliveryId: number): Promise<void> {
  authorise(ctx, 'webhooks.write')
  await ctx.tx(async (tx) => {
    const delivery = await tx.db
      .selectFrom('webhookDeliveries')
      .select(['id', 'state', 'eventId'])
      .where('id', '=', deliveryId)
      .where('endpointId', '=', endpointId)
      .forUpdate()
      .executeTakeFirst()
    if (!delivery) throw notFound('Delivery')
    if (delivery.state === 'waiting')
      throw new AppError('conflict', 'This delivery waits for its next attempt already.')
    await makeDue(tx, [delivery.id], retryUntil(tx))
    await audit(tx, {
      action: 'webhook.replayed',
      subjectType: 'webhook',
      subjectId: endpointId,
      after: { events: 1, event: delivery.eventId },
    })
  })
}

/**
 * Makes the deliveries of a time range due again, except those that wait. @returns how many
 * @throws AppError forbidden, not_found, rule_forbids for more than one replay may have
 */
export async function replayMany(
  ctx: Ctx,
  endpointId: number,
  { from, to, only }: BodyOf<typeof replayEndpoint>,
): Promise<number> {
  authorise(ctx, 'webhooks.write')
  return ctx.tx(async (tx) => {
    if (!(await lockEndpoint(tx, endpointId))) throw notFound('Webhook')
    const { rows } = await sql<{ id: number }>`
      select d.id from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where d.endpoint_id = ${endpointId} and e.occurred_at >= ${from} and e.occurred_at < ${to}
        and d.state = any(${only === 'failed' ? ['failed'] : ['failed', 'delivered']}::text[])
      order by d.id limit ${MAX_REPLAYED + 1} for update of d`.execute(tx.db)
    if (rows.length > MAX_REPLAYED) {
      const most = numberText(MAX_REPLAYED)
      throw new AppError('rule_forbids', `These are more than ${most} events. Choose a shorter time.`)
    }
    const replayed = await makeDue(
      tx,
      rows.map(({ id }) => id),
      retryUntil(tx),
    )
    await audit(tx, {
      action: 'webhook.replayed',
      subjectType: 'webhook',
      subjectId: endpointId,
      after: { events: replayed, from, to, only },
    })
    return replayed
  })
}

const retryUntil = (tx: Ctx): Date => new Date(tx.now().getTime() + RETRY_MS)
