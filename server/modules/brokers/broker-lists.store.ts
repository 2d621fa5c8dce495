import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

export async function insertBrokerList(ctx: Ctx): Promise<number> {
  const { id } = await ctx.db
    .insertInto('brokerLists')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @param named selects the ids of the lists that stay */
export async function deleteListsWithout(ctx: Ctx, named: RawBuilder<unknown>): Promise<void> {
  await sql`delete from broker_lists where id not in (${named})`.execute(ctx.db)
}

/** Of two records of one broker: the one that stays is on the lists of both, and in the changes of both. */
export async function moveMemberships(ctx: Ctx, fromId: number, intoId: number): Promise<void> {
  await sql`insert into broker_list_members (list_id, broker_id)
    select list_id, ${intoId}::int from broker_list_members where broker_id = ${fromId}
    on conflict do nothing`.execute(ctx.db)
  await sql`update bulk_change_brokers c set broker_id = ${intoId} where broker_id = ${fromId}
    and not exists (select from bulk_change_brokers o where o.change_id = c.change_id and o.broker_id = ${intoId})`.execute(
    ctx.db,
  )
}
