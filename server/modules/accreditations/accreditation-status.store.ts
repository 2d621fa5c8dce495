import type { AccreditationState } from '#contract/documents/documents.ts'
import type { Ctx } from '#server/ctx.ts'

export interface AccreditationStatusRow {
  status: AccreditationState
  since: Date
}

/**
 * Locks a broker's accreditation status until the transaction ends, so that concurrent decisions see each other's
 * result. Adds a missing row as in progress. @returns undefined if the broker is gone
 */
export async function lockAccreditationStatus(
  tx: Ctx,
  brokerId: number,
): Promise<AccreditationStatusRow | undefined> {
  // same lock order as a broker's deletion, which also locks the broker first
  const broker = await tx.db
    .selectFrom('brokers')
    .select('id')
    .where('id', '=', brokerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!broker) return undefined
  const now = tx.now()
  const row = await tx.db
    .insertInto('brokerAccreditations')
    .values({ brokerId, status: 'in_progress', since: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('brokerId').doUpdateSet({ updatedAt: now }))
    .returning(['status', 'since'])
    .executeTakeFirstOrThrow()
  // the table's check allows no other
  return { status: row.status as AccreditationState, since: row.since }
}

export async function changeAccreditationStatus(
  tx: Ctx,
  brokerId: number,
  values: AccreditationStatusRow,
): Promise<void> {
  await tx.db
    .updateTable('brokerAccreditations')
    .set({ ...values, updatedAt: tx.now() })
    .where('brokerId', '=', brokerId)
    .execute()
}

export async function hasApprovedApplication(ctx: Ctx, brokerId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('applications')
    .select('id')
    .where('brokerId', '=', brokerId)
    .where('status', '=', 'approved')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ids, in order, of brokers with an uploaded document or an approved application. */
export async function brokersWithAccreditationStatus(
  ctx: Ctx,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('brokerAccreditations')
    .select('brokerId')
    .where('brokerId', '>', afterId)
    .orderBy('brokerId')
    .limit(limit)
    .execute()
  return rows.map(({ brokerId }) => brokerId)
}
