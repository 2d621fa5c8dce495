import type { Insertable, Selectable, Updateable } from 'kysely'
import type { MicrositeContent } from '#contract/microsites/microsites.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Microsites } from '#server/schema.gen.ts'

export type MicrositeRow = Selectable<Microsites>

/** One microsite, locked until the transaction ends; the lock `delete` also keeps visits from being stored meanwhile. */
export async function lockMicrosite(
  ctx: Ctx,
  id: number,
  lock: 'change' | 'delete',
): Promise<MicrositeRow | undefined> {
  const query = ctx.db.selectFrom('microsites').selectAll().where('id', '=', id)
  return (lock === 'delete' ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst()
}

export async function insertMicrosite(
  ctx: Ctx,
  values: Omit<Insertable<Microsites>, 'content'> & { content: MicrositeContent },
): Promise<MicrositeRow> {
  return ctx.db
    .insertInto('microsites')
    .values({ ...values, content: JSON.stringify(values.content) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeMicrosite(
  ctx: Ctx,
  id: number,
  { content, ...values }: Omit<Updateable<Microsites>, 'content'> & { content?: MicrositeContent },
): Promise<MicrositeRow> {
  return ctx.db
    .updateTable('microsites')
    .set({ ...values, ...(content && { content: JSON.stringify(content) }), updatedAt: ctx.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteMicrositeRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('microsites').where('id', '=', id).execute()
}
