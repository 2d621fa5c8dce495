import { sql } from 'kysely'
import type { Region } from '#contract/brokers/brokers.ts'
import type { Place } from '#server/calendar/places.ts'
import type { Ctx } from '#server/ctx.ts'
import type { BrokerStanding } from './test-call.rules.ts'

export interface TestScript {
  campaignId: number
  campaignVersionId: number
  name: string
}

/** The script of the given campaign; for null, of the newest active campaign, else the newest. */
export async function findTestScript(ctx: Ctx, campaignId: number | null): Promise<TestScript | undefined> {
  let query = ctx.db
    .selectFrom('campaigns')
    .select((eb) => ['id as campaignId', 'name', eb.ref('versionId').$notNull().as('campaignVersionId')])
    .where('versionId', 'is not', null)
  if (campaignId !== null) query = query.where('id', '=', campaignId)
  return query
    .orderBy((eb) => eb('status', '=', 'active'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface Callee {
  brokerId: number | null
  phone: string | null
  place: Place
}

export async function findBrokerToCall(ctx: Ctx, brokerId: number): Promise<Callee | undefined> {
  const row = await ctx.db
    .selectFrom('brokers')
    .select(['id', 'phone', 'region', 'timezone'])
    .where('id', '=', brokerId)
    .executeTakeFirst()
  // the table's check allows no other region
  return (
    row && {
      brokerId: row.id,
      phone: row.phone,
      place: { region: row.region as Region | null, zone: row.timezone },
    }
  )
}

/**
 * Locks a broker, so that one test call at a time is placed for them.
 * @returns the facts that decide whether they may be called at all; undefined: the broker is deleted
 */
export async function lockStanding(tx: Ctx, brokerId: number): Promise<BrokerStanding | undefined> {
  await sql`select from brokers where id = ${brokerId} for no key update`.execute(tx.db)
  const { rows } = await sql<Omit<BrokerStanding, 'callBasisAt'> & { callBasisAt: Date | null }>`
    select b.suspended_at is not null as suspended, b.call_basis, b.call_basis_at,
      exists (select from broker_compliance h where h.broker_id = b.id and h.held_since is not null) as held,
      (select jsonb_build_object('listed', w.listed, 'washedOn', w.washed_on) from number_washes w
        where w.phone = b.phone) as wash
    from brokers b where b.id = ${brokerId}`.execute(tx.db)
  const [row] = rows
  return row && { ...row, callBasisAt: row.callBasisAt?.toISOString() ?? null }
}

/** Whether a live call to the number is going on besides this one. */
export async function hasOtherOpenCall(
  tx: Ctx,
  { toNumber, callId }: { toNumber: string; callId: number },
): Promise<boolean> {
  const row = await tx.db
    .selectFrom('calls')
    .select('id')
    .where('toNumber', '=', toNumber)
    .where('id', '<>', callId)
    .where('finishedAt', 'is', null)
    .where('simulated', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/** Why the call was not made, in a sentence for staff; null when it was made or is not decided yet. */
export async function findFailure(ctx: Ctx, callId: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('calls')
    .select(['outcome', 'failure'])
    .where('id', '=', callId)
    .executeTakeFirst()
  const refused = ['invalid_number', 'provider_fault', 'cancelled']
  if (!row?.outcome || !refused.includes(row.outcome)) return null
  return row.failure ?? 'The call was not made.'
}

/** A live provider ignores the simulator's suppressions; the simulator respects all. */
export async function isSuppressed(ctx: Ctx, phone: string, simulated: boolean): Promise<boolean> {
  let query = ctx.db
    .selectFrom('suppressions')
    .select('id')
    .where('phone', '=', phone)
    .where('endedAt', 'is', null)
  if (!simulated) query = query.where('simulated', '=', false)
  return (await query.executeTakeFirst()) !== undefined
}
