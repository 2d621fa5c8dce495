import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { Ctx } from '#server/ctx.ts'
import { type ExpiringVersion, REMINDER_DAYS } from './expiry.rules.ts'

export interface ExpiringDocument extends ExpiringVersion {
  id: number
}

/** Approved documents that have expired without notice yet, or will expire within the reminders' time. */
export async function findExpiring(ctx: Ctx, day: string, id?: number): Promise<ExpiringDocument[]> {
  const until = addDays(day, Math.max(...REMINDER_DAYS))
  const { rows } = await sql<ExpiringDocument>`
    select d.id, d.expires_on, t.retired_at is null as active, false as expiry_notified,
      case when bool_or(n.status = 'approved') then 'approved' when bool_or(n.status = 'pending') then 'pending' end as newer,
      array(select e.days_ahead from document_events e
        where e.document_id = d.id and e.type = 'reminded' and e.expires_on = d.expires_on) as reminded
    from documents d
    join document_types t on t.id = d.document_type_id
    left join documents n on n.broker_id = d.broker_id and n.document_type_id = d.document_type_id
      and n.version > d.version and n.status <> 'rejected'
    where d.status = 'approved' and not d.replaced and d.expires_on <= ${until}::date
      ${id === undefined ? sql`` : sql`and d.id = ${id}`}
      and not exists (select from document_events e
        where e.document_id = d.id and e.type = 'expired' and e.expires_on = d.expires_on)
    group by d.id, t.id order by d.expires_on, d.id`.execute(ctx.db)
  return rows
}

/** @returns when this day's run began; null: it is finished already */
export async function beginRun(ctx: Ctx, day: string): Promise<Date | null> {
  await ctx.db
    .insertInto('documentExpiryDays')
    .values({ day, startedAt: ctx.now() })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const row = await ctx.db
    .selectFrom('documentExpiryDays')
    .select('startedAt')
    .where('day', '=', day)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()
  return row?.startedAt ?? null
}

export async function finishRun(tx: Ctx, day: string): Promise<void> {
  await tx.db
    .updateTable('documentExpiryDays')
    .set({ finishedAt: tx.now() })
    .where('day', '=', day)
    .where('finishedAt', 'is', null)
    .execute()
}
