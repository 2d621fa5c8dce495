import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** Events with their deliveries and attempts; those that are still retried stay. */
export const keptWebhooks: KeptKind = [
  {
    table: 'webhook_events',
    due: (before) => sql`
      select id, occurred_at as at from webhook_events e
      where occurred_at < ${before}
        and not exists (select from webhook_deliveries d where d.event_id = e.id and d.state = 'waiting')`,
    async remove(tx, ids) {
      await sql`delete from webhook_events where id = any(${ids}::uuid[])`.execute(tx.db)
    },
  },
]
