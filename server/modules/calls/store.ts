import type { Region } from '#contract/brokers.ts'
import type { Place } from '#server/calendar/places.ts'
import type { Ctx } from '#server/ctx.ts'

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

export async function respectsStateHolidays(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db.selectFrom('organisation').select('respectStateHolidays').executeTakeFirst()
  return row?.respectStateHolidays ?? true
}
