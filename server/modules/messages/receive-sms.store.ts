import type { Insertable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { InboundMessages } from '#server/schema.gen.ts'

/** @returns false where this message was told of before */
export async function insertReceived(ctx: Ctx, values: Insertable<InboundMessages>): Promise<boolean> {
  const added = await ctx.db
    .insertInto('inboundMessages')
    .values(values)
    .onConflict((conflict) => conflict.columns(['provider', 'providerRef']).doNothing())
    .returning('id')
    .execute()
  return added.length > 0
}

/** Colleagues share a number; of more than these nobody reads. */
const MOST_BROKERS = 20

export async function brokersOf(ctx: Ctx, phone: string): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('brokers')
    .select('id')
    .where('phone', '=', phone)
    .orderBy('id')
    .limit(MOST_BROKERS)
    .execute()
  return rows.map(({ id }) => id)
}
