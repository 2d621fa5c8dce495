import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { BrandLogos, Organisation } from '#server/schema.gen.ts'

/** Locks the organisation until the transaction ends. */
export async function lockOrganisation(tx: Ctx): Promise<Selectable<Organisation>> {
  return tx.db.selectFrom('organisation').selectAll().forUpdate().executeTakeFirstOrThrow()
}

export async function changeOrganisation(tx: Ctx, values: Updateable<Organisation>): Promise<void> {
  await tx.db
    .updateTable('organisation')
    .set({ ...values, updatedAt: tx.now() })
    .execute()
}

/** Adds a logo; the same image is stored once. */
export async function insertLogo(tx: Ctx, logo: Insertable<BrandLogos>): Promise<void> {
  await tx.db
    .insertInto('brandLogos')
    .values(logo)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
