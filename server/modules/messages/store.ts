import type { Insertable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Messages, ShortLinks } from '#server/schema.gen.ts'

/** Adds a message unless its occasion has one already. @returns its id, or null when it was there */
export async function insertMessage(ctx: Ctx, values: Insertable<Messages>): Promise<number | null> {
  const row = await ctx.db
    .insertInto('messages')
    .values(values)
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertLink(ctx: Ctx, values: Insertable<ShortLinks>): Promise<void> {
  await ctx.db.insertInto('shortLinks').values(values).execute()
}
