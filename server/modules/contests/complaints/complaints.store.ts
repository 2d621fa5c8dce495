import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ComplaintChannel, ComplaintStatus } from '#contract/contests/complaints.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Person } from '#server/events.ts'
import type { DueCase } from '../contests.store.ts'

export interface NewComplaint {
  channel: ComplaintChannel
  brokerId: number | null
  callId: number | null
  name: string | null
  email: string | null
  phone: string | null
  words: string
  receivedAt: Date
  acknowledgeBy: Date
  acknowledgedAt: Date | null
  dueOn: string
  suspicion: string | null
}

export async function insertComplaint(tx: Ctx, complaint: NewComplaint): Promise<number> {
  const { id } = await tx.db
    .insertInto('complaints')
    .values({ ...complaint, recordedBy: tx.actor.kind === 'staff' ? tx.actor.userId : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface LockedComplaint {
  id: number
  channel: ComplaintChannel
  brokerId: number | null
  name: string | null
  email: string | null
  acknowledgedAt: Date | null
  status: ComplaintStatus
}

/** Locks a complaint until the transaction ends. */
export async function lockComplaint(tx: Ctx, id: number): Promise<LockedComplaint | undefined> {
  const row = await tx.db
    .selectFrom('complaints')
    .select(['id', 'channel', 'brokerId', 'name', 'email', 'acknowledgedAt', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // the table's checks allow no others
  return row && { ...row, channel: row.channel as ComplaintChannel, status: row.status as ComplaintStatus }
}

const staffOf = ({ actor }: Ctx): number | null => (actor.kind === 'staff' ? actor.userId : null)

export async function storeAcknowledged(tx: Ctx, id: number): Promise<void> {
  await tx.db
    .updateTable('complaints')
    .set({ acknowledgedAt: tx.now(), acknowledgedBy: staffOf(tx) })
    .where('id', '=', id)
    .execute()
}

/** An answer acknowledges the complaint too. */
export async function closeComplaint(
  tx: Ctx,
  id: number,
  { status, answer }: { status: Exclude<ComplaintStatus, 'open'>; answer: string },
): Promise<void> {
  await sql`update complaints set status = ${status}, answer = ${answer}, answered_at = ${tx.now()},
      answered_by = ${staffOf(tx)},
      acknowledged_by = case when acknowledged_at is null then ${staffOf(tx)}::int else acknowledged_by end,
      acknowledged_at = coalesce(acknowledged_at, ${tx.now()})
    where id = ${id}`.execute(tx.db)
}

/** Claims open complaints whose last day is near, each for one reminder. @param dueBy YYYY-MM-DD */
export async function claimDueComplaints(tx: Ctx, dueBy: string): Promise<DueCase[]> {
  const { rows } = await sql<DueCase>`
    update complaints set reminded_at = ${tx.now()} where id in (select id from complaints
      where status = 'open' and reminded_at is null and due_on <= ${dueBy}::date order by due_on, id limit 100
      for update skip locked)
    returning id, due_on::text as due_on, broker_id`.execute(tx.db)
  return rows
}

export async function moveComplaints(tx: Ctx, fromId: number, intoId: number): Promise<void> {
  await sql`update complaints set broker_id = ${intoId} where broker_id = ${fromId}`.execute(tx.db)
}

/**
 * Keeps the complaint for the reports, without the person and their words. @param isOwnNumber of its phone and name
 * @returns the ids
 */
export async function anonymiseComplaints(
  tx: Ctx,
  { brokerIds, emails }: Pick<Person, 'brokerIds' | 'emails'>,
  isOwnNumber: RawBuilder<SqlBool>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update complaints set broker_id = null, call_id = null, name = null, email = null, phone = null, words = null,
      answer = null, suspicion = null,
      status = case when status = 'open' then 'withdrawn' else status end,
      answered_at = coalesce(answered_at, ${tx.now()})
    where broker_id = any(${brokerIds}) or lower(email) = any(${emails}) or ${isOwnNumber}
    returning id`.execute(tx.db)
  return rows.map(({ id }) => id)
}
