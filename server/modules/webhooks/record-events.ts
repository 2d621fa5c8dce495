import { sql } from 'kysely'
import { type DataOf, type WebhookEvent, webhookData } from '#contract/webhooks/webhook-events.ts'
import type { Ctx } from '#server/ctx.ts'
import { insertEvents } from './deliveries.store.ts'
import { RETRY_MS } from './retry.rules.ts'

/** Webhooks that are subscribed to an event: nothing is read or stored for one that none wants. */
export async function subscribersOf(tx: Ctx, event: WebhookEvent): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from webhook_endpoints where events @> array[${event}::text]`.execute(tx.db)
  return rows.map(({ id }) => id)
}

export interface RecordedEvent<Event extends WebhookEvent> {
  data: DataOf<Event>
  /** The person whom it concerns: erased with them. */
  brokerId: number | null
  phone?: string | null
}

/**
 * Stores events in the transaction of the change that they report. The data are checked by the contract, so that
 * nothing undeclared leaves the server. @returns the deliveries
 */
export async function recordEvents<Event extends WebhookEvent>(
  tx: Ctx,
  event: Event,
  { events, endpointIds }: { events: readonly RecordedEvent<Event>[]; endpointIds: readonly number[] },
): Promise<number[]> {
  if (events.length === 0 || endpointIds.length === 0) return []
  const checked = events.map(({ data, brokerId, phone = null }) => ({
    ...{ data: webhookData[event].parse(data), brokerId, phone },
  }))
  const retryUntil = new Date(tx.now().getTime() + RETRY_MS)
  return insertEvents(tx, event, { events: checked, endpointIds, retryUntil })
}

/** Stores events where a webhook is subscribed to them. @param load called only then */
export async function record<Event extends WebhookEvent>(
  tx: Ctx,
  event: Event,
  load: () => Promise<readonly RecordedEvent<Event>[]>,
): Promise<void> {
  const endpointIds = await subscribersOf(tx, event)
  if (endpointIds.length === 0) return
  await recordEvents(tx, event, { events: await load(), endpointIds })
}
