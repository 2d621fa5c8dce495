import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

interface Upcoming {
  id: number
  name: string
  requiredFrom: string
}

/** Types that count from a day after `after`, `until` at the latest. */
export async function findUpcoming(
  ctx: Ctx,
  { after, until }: { after: string; until: string },
): Promise<Upcoming[]> {
  const { rows } = await sql<Upcoming>`select id, name, required_from from document_types
    where required and retired_at is null and required_from > ${after}::date and required_from <= ${until}::date
    order by required_from, id`.execute(ctx.db)
  return rows
}

/** Accredited brokers without an approved document of this type that has not expired. @param typeId null: a new type */
const lacking = (typeId: number | null, today: string): RawBuilder<unknown> => sql`
  from broker_accreditations a where a.status = 'accredited' and not exists (select from documents d
    where d.broker_id = a.broker_id and d.document_type_id = ${typeId}
      and d.status = 'approved' and (d.expires_on is null or d.expires_on >= ${today}::date))`

export async function countWithout(ctx: Ctx, typeId: number | null, today: string): Promise<number> {
  const { rows } = await sql<{
    brokers: number
  }>`select count(*)::int as brokers ${lacking(typeId, today)}`.execute(ctx.db)
  return rows[0]?.brokers ?? 0
}

/** Brokers who lack the type, except those whose newest upload waits for its review. */
export async function brokersWithout(ctx: Ctx, typeId: number, today: string): Promise<number[]> {
  const { rows } = await sql<{ brokerId: number }>`select a.broker_id ${lacking(typeId, today)}
    and not exists (select from documents d where d.broker_id = a.broker_id and d.document_type_id = ${typeId}
      and d.current and d.status = 'pending')
    order by a.broker_id`.execute(ctx.db)
  return rows.map(({ brokerId }) => brokerId)
}
