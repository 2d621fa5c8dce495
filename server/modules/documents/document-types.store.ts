import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { DocumentTypes } from '#server/schema.gen.ts'
import { refreshSearchTexts } from './store.ts'

export type DocumentTypeRow = Selectable<DocumentTypes>

/** Document types in their order, retired ones last. */
export async function findTypes(ctx: Ctx): Promise<DocumentTypeRow[]> {
  return ctx.db
    .selectFrom('documentTypes')
    .selectAll()
    .orderBy((eb) => eb('retiredAt', 'is not', null))
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** `findTypes` with the table locked against other writers until the transaction ends; uploads can still read it. */
export async function lockTypes(tx: Ctx): Promise<DocumentTypeRow[]> {
  await sql`lock table document_types in share row exclusive mode`.execute(tx.db)
  return findTypes(tx)
}

export async function insertType(tx: Ctx, values: Insertable<DocumentTypes>): Promise<DocumentTypeRow> {
  return tx.db
    .insertInto('documentTypes')
    .values({ ...values, createdAt: tx.now(), updatedAt: tx.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeType(
  tx: Ctx,
  id: number,
  values: Updateable<DocumentTypes>,
): Promise<DocumentTypeRow> {
  const row = await tx.db
    .updateTable('documentTypes')
    .set({ ...values, updatedAt: tx.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (values.name !== undefined) await refreshSearchTexts(tx, { documentTypeId: id })
  return row
}

/** Sets the positions 1, 2, 3 … in this order. */
export async function renumberTypes(tx: Ctx, ids: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await tx.db
      .updateTable('documentTypes')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  }
}
