import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

/** The events about a person that were sent to other programs. */
export async function exportEvents(tx: Ctx, { person, add }: AppEvents['broker.exporting']): Promise<void> {
  const { rows } = await sql<object>`
    select e.type, e.occurred_at, e.data, w.name as webhook, d.state
    from webhook_events e join webhook_deliveries d on d.event_id = e.id
    join webhook_endpoints w on w.id = d.endpoint_id
    where e.broker_id = any(${person.brokerIds}::int[]) or e.phone = any(${person.phones}::text[])
    order by d.id`.execute(tx.db)
  if (rows.length > 0) add({ name: 'webhook-events', rows })
}
