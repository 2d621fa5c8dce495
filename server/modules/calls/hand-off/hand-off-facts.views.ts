import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { findTransfer } from '../transfer.views.ts'
import type { Caller } from './hand-off.rules.ts'
import type { HandOffFacts, RingTarget, StaffMember } from './who-rings.rules.ts'

interface CallRow {
  toNumber: string
  brokerId: number | null
  bdmId: number | null
  region: string | null
}

/** The people who may take over a call now. A test call reaches the desk only. */
export async function findHandOffFacts(ctx: Ctx, callId: number): Promise<HandOffFacts | null> {
  // one after the other: a transaction has one connection
  const call = await findCall(ctx, callId)
  if (!call) return null
  const staff = call.brokerId === null ? [] : await findStaff(ctx)
  const organisation = await ctx.db.selectFrom('organisation').select('tradingName').executeTakeFirst()
  const desk = await findTransfer(ctx, ctx.now())
  return {
    broker: { bdmId: call.bdmId, phone: call.toNumber },
    staff,
    region: call.region,
    desk: desk === null ? null : { name: organisation?.tradingName || 'The desk', number: desk },
  }
}

async function findCall(ctx: Ctx, callId: number): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    select calls.to_number, case when not calls.test then brokers.id end as broker_id, brokers.bdm_id, brokers.region
    from calls left join brokers on brokers.id = calls.broker_id where calls.id = ${callId}`.execute(ctx.db)
  return rows[0]
}

/** Active BDMs with a number. Meetings, leave and busy times of their own calendars make them busy. */
async function findStaff(ctx: Ctx): Promise<StaffMember[]> {
  const now = ctx.now()
  const { rows } = await sql<StaffMember>`
    select bdms.id, bdms.name, bdms.phone, bdms.regions, bdms.hours, bdms.blocks, bdms.call_hours, bdms.timezone,
      exists (select from bdm_absences a where a.bdm_id = bdms.id and a.during @> ${now}::timestamptz)
        or exists (select from bookings b where b.bdm_id = bdms.id and b.status = 'booked'
          and b.during @> ${now}::timestamptz) as busy,
      (select max(r.rung_at) from hand_off_rings r where r.bdm_id = bdms.id) as rung_at
    from bdms where bdms.active and bdms.phone is not null order by bdms.id`.execute(ctx.db)
  return rows
}

/** Leaves out our own calling numbers: a call to one would ring us. */
export async function withoutOwnNumbers(ctx: Ctx, targets: readonly RingTarget[]): Promise<RingTarget[]> {
  const numbers = targets.map(({ number }) => number)
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${numbers}::text[]) as given(number)
    where exists (select from calls where calls.from_number = given.number)`.execute(ctx.db)
  const own = new Set(rows.map(({ number }) => number))
  return targets.filter(({ number }) => !own.has(number))
}

/** The person on the line, for the introduction to the team member. */
export async function findCallerOf(ctx: Ctx, callId: number): Promise<Omit<Caller, 'said'> | undefined> {
  const { rows } = await sql<Omit<Caller, 'said'>>`
    select brokers.name, brokers.company, versions.product
    from calls left join brokers on brokers.id = calls.broker_id
      left join campaign_versions versions on versions.id = calls.campaign_version_id
    where calls.id = ${callId}`.execute(ctx.db)
  return rows[0]
}
