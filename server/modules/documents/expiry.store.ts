import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import type { Ctx } from '#server/ctx.ts'
import { type Ending, REMINDER_DAYS } from './expiry.rules.ts'

export interface EndingDocument extends Ending {
  id: number
}

/** Approved documents that have ended without anybody being told, or do so within the time of the reminders. */
export async function findEnding(ctx: Ctx, day: string, id?: number): Promise<EndingDocument[]> {
  const until = addDays(day, Math.max(...REMINDER_DAYS))
  const { rows } = await sql<EndingDocument>`
    select d.id, d.expires_on, t.retired_at is null as asked, false as ended,
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

/** @returns when this day was begun; null when it is done already */
export async function beginDay(ctx: Ctx, day: string): Promise<Date | null> {
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

export async function finishDay(tx: Ctx, day: string): Promise<void> {
  await tx.db
    .updateTable('documentExpiryDays')
    .set({ finishedAt: tx.now() })
    .where('day', '=', day)
    .where('finishedAt', 'is', null)
    .execute()
}
