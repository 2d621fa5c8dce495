import { type Insertable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { InboundCalls } from '#server/schema.gen.ts'
import type { InboundFacts } from './inbound-calls.rules.ts'

type CallName = Pick<Insertable<InboundCalls>, 'provider' | 'providerCallId'>

/** @returns false if this call is already recorded */
export async function insertInbound(ctx: Ctx, values: Insertable<InboundCalls>): Promise<boolean> {
  const added = await ctx.db
    .insertInto('inboundCalls')
    .values(values)
    .onConflict((conflict) => conflict.columns(['provider', 'providerCallId']).doNothing())
    .returning('id')
    .execute()
  return added.length > 0
}

/** Outcomes of calls that reached no phone. */
const UNHEARD = ['provider_fault', 'invalid_number']

/** Our newest live call that may have rung this number, and the broker who has the number. */
export async function findCaller(
  ctx: Ctx,
  phone: string,
): Promise<{ callId: number | null; brokerId: number | null }> {
  const call = await ctx.db
    .selectFrom('calls')
    .select(['id', 'brokerId'])
    .where('toNumber', '=', phone)
    .where('simulated', '=', false)
    .where('dispatchedAt', 'is not', null)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', 'not in', UNHEARD)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (call?.brokerId) return { callId: call.id, brokerId: call.brokerId }
  const broker = await ctx.db
    .selectFrom('brokers')
    .select('id')
    .where('phone', '=', phone)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { callId: call?.id ?? null, brokerId: broker?.id ?? null }
}

export interface StoredInbound extends Omit<InboundFacts, 'transferTo'> {
  to: string | null
  at: Date
  callId: number | null
  brokerId: number | null
  /** The hold that an unclear opt-out of this call made. */
  holdId: number | null
}

export async function findInbound(ctx: Ctx, name: CallName): Promise<StoredInbound | undefined> {
  const row = await ctx.db
    .selectFrom('inboundCalls as inbound')
    .innerJoin('organisation', (join) => join.onTrue())
    .leftJoin('calls', 'calls.id', 'inbound.callId')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
    .leftJoin('campaignVersions as version', 'version.id', 'calls.campaignVersionId')
    .leftJoin('brokers', 'brokers.id', 'inbound.brokerId')
    .select([
      ...(['inbound.fromNumber', 'inbound.toNumber', 'inbound.createdAt as at', 'inbound.holdId'] as const),
      ...(['inbound.callId', 'inbound.brokerId', 'calls.createdAt as calledAt', 'calls.test'] as const),
      ...(['campaigns.name as campaign', 'version.product'] as const),
      ...(['brokers.name', 'brokers.company', 'brokers.timezone'] as const),
      ...(['brokers.callBasis', 'brokers.numberSource'] as const),
      ...(['organisation.legalName', 'organisation.tradingName', 'organisation.contactPhone'] as const),
    ])
    .where('inbound.provider', '=', name.provider)
    .where('inbound.providerCallId', '=', name.providerCallId)
    .executeTakeFirst()
  if (!row) return undefined
  const { name: broker, company, callBasis, numberSource, timezone: zone } = row
  return {
    ...{ from: row.fromNumber, to: row.toNumber, at: row.at, callId: row.callId, brokerId: row.brokerId },
    holdId: row.holdId,
    call: row.calledAt && {
      ...{ at: row.calledAt, product: row.product, campaign: row.campaign, test: row.test ?? false },
    },
    broker:
      broker === null ? null : { name: broker, company, callBasis: callBasis ?? 'none', numberSource, zone },
    organisation: row,
  }
}

/** Records the caller's request. @returns false if it was recorded before */
export async function claimRequest(
  ctx: Ctx,
  { provider, providerCallId }: CallName,
  request: 'optedOutAt' | 'personAskedAt',
): Promise<boolean> {
  const recorded = await ctx.db
    .updateTable('inboundCalls')
    .set({ [request]: sql`${ctx.now()}::timestamptz` })
    .where('provider', '=', provider)
    .where('providerCallId', '=', providerCallId)
    .where(request, 'is', null)
    .returning('id')
    .execute()
  return recorded.length > 0
}

export async function storeHold(
  ctx: Ctx,
  { provider, providerCallId }: CallName,
  holdId: number,
): Promise<void> {
  await ctx.db
    .updateTable('inboundCalls')
    .set({ holdId })
    .where('provider', '=', provider)
    .where('providerCallId', '=', providerCallId)
    .execute()
}

export async function moveInbound(ctx: Ctx, fromId: number, intoId: number): Promise<void> {
  await ctx.db.updateTable('inboundCalls').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
