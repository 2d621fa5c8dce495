import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Moved } from './decide-review.rules.ts'

/** Writes a claim, or its end, into the row of a desk's table; the caller holds the row. */
export async function writeClaim(
  tx: Ctx,
  table: string,
  id: number,
  { status, claimedBy, claimedAt }: Pick<Moved<string>, 'status' | 'claimedBy' | 'claimedAt'>,
): Promise<void> {
  await sql`update ${sql.table(table)} set status = ${status}, claimed_by = ${claimedBy?.id ?? null}::int,
      claimed_at = ${claimedAt}, updated_at = ${tx.now()} where id = ${id}`.execute(tx.db)
}

interface Queue {
  /** Which rows may be claimed. */
  waits: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
}

/** Writes a claim into the first row of a queue that nobody else is taking at this moment. @returns its id */
export async function claimFirst(
  tx: Ctx,
  table: string,
  { waits, order }: Queue,
  { status, claimedBy }: { status: string; claimedBy: number },
): Promise<number | null> {
  const name = sql.table(table)
  const { rows } = await sql<{ id: number }>`
    with next as materialized (
      select id from ${name} where ${waits} order by ${order} limit 1 for update skip locked)
    update ${name} set status = ${status}, claimed_by = ${claimedBy}, claimed_at = ${tx.now()}, updated_at = ${tx.now()}
    from next where ${name}.id = next.id returning ${name}.id`.execute(tx.db)
  return rows[0]?.id ?? null
}
