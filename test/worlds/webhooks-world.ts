import type { SubscribedEvent } from '#contract/webhooks/webhook-events.ts'
import { createWebhookWorker } from '#server/modules/webhooks/deliver.worker.ts'
import type { DeliveryOptions } from '#server/modules/webhooks/webhook-drain.ts'
import { addWebhook } from '#server/modules/webhooks/webhooks.ts'
import type { Worker } from '#server/platform/loop.ts'
import type { TestApp } from '../test-app.ts'

let made = 0

/** Adds a webhook as an admin. */
export async function makeWebhook(
  app: TestApp,
  url: string,
  events: SubscribedEvent[],
): Promise<{ id: number; secret: string }> {
  made += 1
  return addWebhook(await app.staff('admin'), { name: `Receiver ${made}`, url, events })
}

/** The worker of one process that delivers events. */
export function webhookWorker(app: TestApp, options: Partial<DeliveryOptions> = {}): Worker {
  return createWebhookWorker({ ctx: () => app.ctx(), onChange: () => () => undefined }, options)
}

/** The deliveries of a webhook, the oldest first. */
export const deliveriesOf = (app: TestApp, endpointId: number) =>
  app.connection.db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('endpointId', '=', endpointId)
    .orderBy('id')
    .execute()
