import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Moved } from './decide-review.rules.ts'

/** Writes a claim, or its end, to a row of a desk's table, which the caller has locked. */
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
  /** Condition on the rows that may be claimed. */
  isClaimable: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
}

/** Claims a queue's first row that no concurrent transaction is claiming. @returns its id; null: there is none */
export async function claimFirst(
  tx: Ctx,
  table: string,
  { isClaimable, order }: Queue,
  { status, claimedBy }: { status: string; claimedBy: number },
): Promise<number | null> {
  const name = sql.table(table)
  const { rows } = await sql<{ id: number }>`
    with next as materialized (
      select id from ${name} where ${isClaimable} order by ${order} limit 1 for update skip locked)
    update ${name} set status = ${status}, claimed_by = ${claimedBy}, claimed_at = ${tx.now()}, updated_at = ${tx.now()}
    from next where ${name}.id = next.id returning ${name}.id`.execute(tx.db)
  return rows[0]?.id ?? null
}
