import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/**
 * How many messages about meetings were queued for an address or number in the last hour and day. Reminders follow from
 * meetings that count already; notices go to BDMs.
 */
export async function countRecent(ctx: Ctx, recipient: string): Promise<{ hour: number; day: number }> {
  const { rows } = await sql<{ hour: number; day: number }>`
    select count(*) filter (where created_at > statement_timestamp() - interval '1 hour')::int as hour, count(*)::int as day
    from messages
    where lower(recipient) = ${recipient.toLowerCase()} and created_at > statement_timestamp() - interval '1 day'
      and occasion like 'booking:%' and occasion not like 'booking:%:reminder:%'
      and occasion not like 'booking:%:notice:%'`.execute(ctx.db)
  return rows[0] ?? { hour: 0, day: 0 }
}
