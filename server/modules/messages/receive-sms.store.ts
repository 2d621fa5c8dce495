import type { Insertable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { InboundMessages } from '#server/schema.gen.ts'

/** @returns false if this message was already received */
export async function insertReceived(ctx: Ctx, values: Insertable<InboundMessages>): Promise<boolean> {
  const added = await ctx.db
    .insertInto('inboundMessages')
    .values(values)
    .onConflict((conflict) => conflict.columns(['provider', 'providerRef']).doNothing())
    .returning('id')
    .execute()
  return added.length > 0
}

/** Colleagues may share a number; this limits the timelines that one SMS is added to. */
const MAX_BROKERS = 20

export async function brokersOf(ctx: Ctx, phone: string): Promise<{ id: number; timezone: string | null }[]> {
  return ctx.db
    .selectFrom('brokers')
    .select(['id', 'timezone'])
    .where('phone', '=', phone)
    .orderBy('id')
    .limit(MAX_BROKERS)
    .execute()
}
