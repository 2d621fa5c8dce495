import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { SavedViews } from '#server/schema.gen.ts'

export type SavedViewRow = Selectable<SavedViews>

/** The unique index decides who has a name. @returns null where it is taken */
export async function insertSavedView(ctx: Ctx, values: Insertable<SavedViews>): Promise<number | null> {
  const row = await ctx.db
    .insertInto('savedViews')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function lockSavedView(ctx: Ctx, id: number): Promise<SavedViewRow | undefined> {
  return ctx.db.selectFrom('savedViews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateSavedView(ctx: Ctx, id: number, values: Updateable<SavedViews>): Promise<void> {
  await ctx.db
    .updateTable('savedViews')
    .set({ ...values, updatedAt: ctx.now() })
    .where('id', '=', id)
    .execute()
}

export async function deleteSavedView(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('savedViews').where('id', '=', id).execute()
}

export async function countOwnViews(ctx: Ctx, list: string, ownerId: number): Promise<number> {
  const { views } = await ctx.db
    .selectFrom('savedViews')
    .select((eb) => eb.fn.countAll<string>().as('views'))
    .where('list', '=', list)
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(views)
}
