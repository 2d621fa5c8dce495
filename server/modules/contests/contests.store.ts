import { sql } from 'kysely'
import type { ContestStatus } from '#contract/contests/contests.ts'
import type { DecisionKind } from '#contract/decisions/decision-kinds.ts'
import type { Ctx } from '#server/ctx.ts'

export interface NewContest {
  kind: DecisionKind
  reference: string
  brokerId: number | null
  applicationId: number | null
  decision: string
  rule: string
  decidedAt: Date
  facts: object
  reason: string
  via: 'portal' | 'link'
  suspicion: string | null
  dueOn: string
}

/** @returns the id; null where the person has an open contest of this decision */
export async function insertContest(tx: Ctx, { facts, ...contest }: NewContest): Promise<number | null> {
  const row = await tx.db
    .insertInto('contests')
    .values({ ...contest, facts: JSON.stringify(facts), madeAt: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export interface LockedContest {
  id: number
  kind: DecisionKind
  reference: string
  brokerId: number | null
  applicationId: number | null
  decision: string
  status: ContestStatus
}

/** Locks a contest until the transaction ends. */
export async function lockContest(tx: Ctx, id: number): Promise<LockedContest | undefined> {
  const row = await tx.db
    .selectFrom('contests')
    .select(['id', 'kind', 'reference', 'brokerId', 'applicationId', 'decision', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // the kind comes from the contract, and the table's check allows no other status
  return row && { ...row, kind: row.kind as DecisionKind, status: row.status as ContestStatus }
}

/** The id of a broker's open contest of a decision; undefined without one. */
export async function findOpenContest(
  tx: Ctx,
  of: { brokerId: number; kind: DecisionKind; reference: string },
): Promise<number | undefined> {
  const row = await tx.db
    .selectFrom('contests')
    .select('id')
    .where('brokerId', '=', of.brokerId)
    .where('kind', '=', of.kind)
    .where('reference', '=', of.reference)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return row?.id
}

export async function closeContest(
  tx: Ctx,
  id: number,
  { status, answer }: { status: Exclude<ContestStatus, 'open'>; answer: string | null },
): Promise<void> {
  await tx.db
    .updateTable('contests')
    .set({
      ...{ status, answer, answeredAt: tx.now() },
      answeredBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    })
    .where('id', '=', id)
    .execute()
}

export interface DueCase {
  id: number
  dueOn: string
  brokerId: number | null
}

export interface DueContest extends DueCase {
  kind: DecisionKind
  reference: string
}

/** Claims open contests whose last day is near, each for one reminder. @param dueBy YYYY-MM-DD */
export async function claimDueContests(tx: Ctx, dueBy: string): Promise<DueContest[]> {
  const { rows } = await sql<DueContest>`
    update contests set reminded_at = ${tx.now()} where id in (select id from contests
      where status = 'open' and reminded_at is null and due_on <= ${dueBy}::date order by due_on, id limit 100 for update skip locked)
    returning id, kind, reference, due_on::text as due_on, broker_id`.execute(tx.db)
  return rows
}

/** A merged record's contests become the kept one's; of two open ones about the same decision, the kept one's stays. */
export async function moveContests(tx: Ctx, fromId: number, intoId: number): Promise<void> {
  await sql`update contests c set status = 'withdrawn', answered_at = ${tx.now()} where broker_id = ${fromId}
    and status = 'open' and exists (select from contests o where o.broker_id = ${intoId} and o.kind = c.kind
      and o.reference = c.reference and o.status = 'open')`.execute(tx.db)
  await sql`update contests set broker_id = ${intoId} where broker_id = ${fromId}`.execute(tx.db)
}

/** @returns the ids */
export async function deleteContests(
  tx: Ctx,
  { brokerIds, emails }: { brokerIds: readonly number[]; emails: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from contests where broker_id = any(${brokerIds}) or (broker_id is null and application_id in
      (select id from applications where lower(email) = any(${emails}))) returning id`.execute(tx.db)
  return rows.map(({ id }) => id)
}
