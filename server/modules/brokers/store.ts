import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Brokers } from '#server/schema.gen.ts'

export type BrokerRow = Selectable<Brokers>

/** One broker, locked until the transaction ends when `forUpdate`. */
export async function findBroker(
  ctx: Ctx,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<BrokerRow | undefined> {
  const query = ctx.db.selectFrom('brokers').selectAll().where('id', '=', id)
  return (options.forUpdate ? query.forUpdate() : query).executeTakeFirst()
}

export async function insertBroker(ctx: Ctx, values: Insertable<Brokers>): Promise<BrokerRow> {
  return ctx.db.insertInto('brokers').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function changeBroker(ctx: Ctx, id: number, values: Updateable<Brokers>): Promise<BrokerRow> {
  return (
    ctx.db
      .updateTable('brokers')
      // the database's clock, because undoing an import compares this instant to the microsecond
      .set({ ...values, updatedAt: sql`clock_timestamp()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

export async function deleteBrokerRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('brokers').where('id', '=', id).execute()
}

/** True while a call with this broker has not ended. */
export async function isInCall(ctx: Ctx, brokerId: number): Promise<boolean> {
  const call = await ctx.db
    .selectFrom('calls')
    .select('id')
    .where('brokerId', '=', brokerId)
    .where('finishedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}
