// The data of events, by the ids that other modules emit.

import { sql } from 'kysely'
import type { DataOf } from '#contract/webhooks/webhook-events.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

type CallFacts = Omit<DataOf<'call.finished'>, 'outcome' | 'corrected'>

/** By id; test calls are left out. */
export async function findCallFacts(tx: Ctx, ids: readonly number[]): Promise<Map<number, CallFacts>> {
  const { rows } = await sql<CallFacts>`
    select id as call_id, campaign_id, broker_id, simulated_at is not null as simulated
    from calls where id = ${anyOf(ids)} and not test`.execute(tx.db)
  return new Map(rows.map((row) => [row.callId, row]))
}

/** None for meetings of test calls. */
export async function findBookingFacts(tx: Ctx, id: number): Promise<DataOf<'booking.created'>[]> {
  const { rows } = await sql<DataOf<'booking.created'>>`
    select id as booking_id, broker_id, status, lower(during) as scheduled_date, meeting_type, call_id, simulated
    from bookings where id = ${id} and not test`.execute(tx.db)
  return rows
}

export async function findApplicationFacts(tx: Ctx, id: number): Promise<DataOf<'application.decided'>[]> {
  const { rows } = await sql<DataOf<'application.decided'>>`
    select id as application_id, broker_id, status from applications where id = ${id}`.execute(tx.db)
  return rows
}

export async function findTaskFacts(tx: Ctx, ids: readonly number[]): Promise<DataOf<'task.opened'>[]> {
  const { rows } = await sql<DataOf<'task.opened'>>`
    select id as task_id, kind, broker_id from tasks where id = ${anyOf(ids)}`.execute(tx.db)
  return rows
}

export async function findBrokersWith(tx: Ctx, phone: string): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('brokers')
    .select('id')
    .where('phone', '=', phone)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
