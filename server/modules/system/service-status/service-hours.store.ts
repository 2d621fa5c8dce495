import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { endings } from '#server/modules/calls/intake/call-endings.rules.ts'
import { TOO_LATE } from '#server/modules/messages/outbox.rules.ts'
import { CALL_SECONDS, MESSAGE_SECONDS } from './objectives.rules.ts'

/** The page shows 90 days; a year later they are needed no more. */
const KEPT_DAYS = 400

export type ServicePart = 'website' | 'background'

/** Records that a part of the service works in this minute, by the database's clock. Any number of processes may do so. */
export async function recordMinute(ctx: Ctx, part: ServicePart): Promise<void> {
  const column = sql.ref(part)
  await sql`
    insert into service_hours as known (hour, ${column})
    select date_trunc('hour', at, 'UTC'), set_bit(0::bit(60), extract(minute from at at time zone 'UTC')::int, 1)
    from (select statement_timestamp() as at) as now
    on conflict (hour) do update set ${column} = known.${column} | excluded.${column}
      -- most turns change nothing
      where known.${column} <> known.${column} | excluded.${column}`.execute(ctx.db)
}

/**
 * Counts calls and messages of the closed hours that were not counted, and removes old hours. Calls that were not dialled because the person
 * or staff did not want them are left out, and so are messages that the recipient's side refused.
 */
export async function countServiceHours(ctx: Ctx): Promise<void> {
  await sql`
    update service_hours s set calls = c.due, calls_in_time = c.in_time, messages = m.due, messages_in_time = m.in_time
    from service_hours uncounted,
      lateral (select count(*)::int as due,
          (count(*) filter (where dispatched_at <= created_at + make_interval(secs => ${CALL_SECONDS})))::int as in_time
        from calls where created_at >= uncounted.hour and created_at < uncounted.hour + interval '1 hour'
          and (dispatched_at is not null or finished_at is null or failure = ${endings.neverDispatched.message})) c,
      lateral (select count(*)::int as due,
          (count(*) filter (where sent_at <= due_at + make_interval(secs => ${MESSAGE_SECONDS})))::int as in_time
        from messages where due_at >= uncounted.hour and due_at < uncounted.hour + interval '1 hour'
          -- the index is on created_at; staff rarely send older ones again
          and created_at >= uncounted.hour - interval '1 day' and created_at < uncounted.hour + interval '1 hour'
          and (sent_at is not null or status in ('queued', 'sending') or reason = ${TOO_LATE})) m
    where s.hour = uncounted.hour and uncounted.calls is null
      and uncounted.hour < date_trunc('hour', statement_timestamp(), 'UTC')`.execute(ctx.db)
  await sql`delete from service_hours where hour < statement_timestamp() - make_interval(days => ${KEPT_DAYS})`.execute(
    ctx.db,
  )
}
