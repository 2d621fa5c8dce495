import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { anyOf } from '#server/platform/db/any-of.ts'

/** Adds loans, scores and overrides to everything that is held about a person. They go with the broker's record. */
export async function exportScores(ctx: Ctx, { person, add }: AppEvents['broker.exporting']): Promise<void> {
  const ids = [...person.brokerIds]
  if (ids.length === 0) return
  for (const table of ['loans', 'brokerScores', 'scoreOverrides'] as const) {
    const rows = await ctx.db
      .selectFrom(table)
      .selectAll()
      .where('brokerId', '=', anyOf(ids))
      .orderBy('id')
      .execute()
    add({ name: table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), rows })
  }
}

/** Loans of both records are the kept one's, and so are scores of months that it has none of; the rest is calculated again. */
export async function mergeScores(tx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> {
  const { db } = tx
  const moved = await sql`update loans set broker_id = ${intoId} where broker_id = ${fromId}`.execute(db)
  // what an undo of loans puts back is the kept one's too
  await sql`update loan_import_changes set before = before || jsonb_build_object('broker_id', ${intoId}::int)
    where (before ->> 'broker_id')::int = ${fromId}`.execute(db)
  await sql`update loan_import_rows set broker_id = ${intoId} where broker_id = ${fromId}`.execute(db)
  await sql`update score_overrides set ended_at = ${tx.now()}, ended_reason = 'The record was merged'
    where broker_id = ${fromId} and ended_at is null
      and exists (select from score_overrides o where o.broker_id = ${intoId} and o.ended_at is null)`.execute(
    db,
  )
  await sql`update score_overrides set broker_id = ${intoId} where broker_id = ${fromId}`.execute(db)
  await sql`delete from broker_scores s where broker_id = ${fromId}
    and exists (select from broker_scores o where o.broker_id = ${intoId} and o.month = s.month)`.execute(db)
  await sql`update broker_scores set broker_id = ${intoId}, change_id = default where broker_id = ${fromId}`.execute(
    db,
  )
  if (Number(moved.numAffectedRows ?? 0) > 0) {
    await sql`insert into outdated_months (month, since) select distinct month, ${tx.now()}::timestamptz
      from broker_scores where broker_id = ${intoId} on conflict do nothing`.execute(db)
  }
}
