// All effects of calls, as the database has them.

import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'

export interface Found {
  callId: number
  response: string | null
  bookings: { start: string; phone: string | null; said: string | null; broker: number | null }[]
  messages: { recipient: string; channel: string }[]
  planned: { due: string; phone: string }[]
  held: number
  suppressed: boolean
  chores: number
  /** The options of its events. */
  options: string[]
  /** The sentences with rates that the offer does not have. */
  rates: string[]
  hasTranscript: boolean
}

/** All effects of the calls so far. */
export async function findDone(db: Kysely<DB>, ids: readonly number[]): Promise<Found[]> {
  const { rows } =
    await sql<Found>`select c.id as call_id, c.response, c.transcript <> '[]' as has_transcript,
    coalesce((select jsonb_agg(jsonb_build_object('start', lower(b.during), 'phone', b.phone, 'said', b.said_start,
      'broker', b.broker_id)) from bookings b where b.call_id = c.id and b.status <> 'cancelled'), '[]') as bookings,
    coalesce((select jsonb_agg(jsonb_build_object('recipient', m.recipient, 'channel', m.channel))
      from messages m where m.call_id = c.id and m.occasion not like '%:notice:%'), '[]') as messages,
    coalesce((select jsonb_agg(jsonb_build_object('due', r.due_at, 'phone', r.phone)) from requested_calls r
      where r.asked_in_call_id = c.id and r.state = 'planned'), '[]') as planned,
    (select count(*)::int from reserved_times t where t.call_id = c.id) as held,
    exists (select from suppressions s where s.phone = c.to_number and s.ended_at is null) as suppressed,
    (select count(*)::int from tasks t where t.phone = c.to_number and t.state = 'open') as chores,
    array(select distinct e.data ->> 'option' from call_events e
      where e.call_id = c.id and e.called_at = c.created_at and e.kind = 'option') as options,
    array(select e.data ->> 'text' from call_events e
      where e.call_id = c.id and e.called_at = c.created_at and e.kind = 'rate_stated') as rates
    from calls c where c.id = any(${ids as number[]}::int[])`.execute(db)
  return rows
}
