import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

export async function findReasons(ctx: Ctx): Promise<{ id: number; text: string }[]> {
  return ctx.db
    .selectFrom('rejectionReasons')
    .select(['id', 'text'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Serialises saving of the entire list. Locks the table, because an empty list has no row to lock. */
export async function lockReasons(tx: Ctx): Promise<void> {
  await sql`lock table rejection_reasons in share row exclusive mode`.execute(tx.db)
}

export async function deleteOtherReasons(tx: Ctx, texts: readonly string[]): Promise<void> {
  await sql`delete from rejection_reasons where text <> all(${[...texts]}::text[])`.execute(tx.db)
}

/** An existing reason keeps its id. */
export async function putReason(tx: Ctx, reason: { text: string; position: number }): Promise<void> {
  await tx.db
    .insertInto('rejectionReasons')
    .values(reason)
    .onConflict((conflict) => conflict.column('text').doUpdateSet({ position: reason.position }))
    .execute()
}
