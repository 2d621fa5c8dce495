import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { MEETING_MS } from './slots.rules.ts'

const during = (start: Date) => sql<string>`tstzrange(${start}, ${new Date(start.getTime() + MEETING_MS)})`

export interface Held {
  bdmId: number
  start: Date
  /** Which offer of the call it belongs to. */
  offer: string
  heldUntil: Date
}

/** What a call holds, by start; also what it has held too long and nobody has taken yet. */
export async function heldOf(ctx: Ctx, callId: number): Promise<Held[]> {
  const { rows } = await sql<Held>`select bdm_id, lower(during) as start, offer, held_until
    from reserved_times where call_id = ${callId} order by lower(during)`.execute(ctx.db)
  return rows
}

/** @returns false where the BDM's time is taken, also by one who is about to take it */
export async function holdTime(ctx: Ctx, held: Held & { callId: number }): Promise<boolean> {
  if (await tryToHold(ctx, held)) return true
  // what was held too long is in nobody's way
  return (await releaseExpired(ctx, held)) > 0 && tryToHold(ctx, held)
}

async function tryToHold(
  ctx: Ctx,
  { callId, bdmId, start, offer, heldUntil }: Held & { callId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into reserved_times (bdm_id, during, call_id, offer, held_until)
    select ${bdmId}::int, ${during(start)}, ${callId}::int, ${offer}, ${heldUntil}::timestamptz
    where ${locksTime(bdmId, start)} on conflict do nothing`.execute(ctx.db)
  return numAffectedRows === 1n
}

/** Frees what these calls hold. */
export async function releaseHeld(ctx: Ctx, callIds: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('reservedTimes').where('callId', '=', anyOf(callIds)).execute()
}

/**
 * Gives up what was held too long, so that the table's constraint lets others have it: at one time, or everywhere.
 * @returns how many times
 */
export async function releaseExpired(ctx: Ctx, at?: { bdmId: number; start: Date }): Promise<number> {
  const there = at ? sql`and bdm_id = ${at.bdmId} and during && ${during(at.start)}` : sql``
  const { numAffectedRows } = await sql`delete from reserved_times where id in (
    select id from reserved_times where held_until <= ${ctx.now()} ${there}
    order by id for update skip locked)`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Takes an advisory lock on a BDM's time without waiting. One transaction may hold or book several times for calls, so
 * two such transactions that waited for each other would deadlock; the second tries another time.
 */
export async function lockTime(ctx: Ctx, bdmId: number, start: Date): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select ${locksTime(bdmId, start)} as free`.execute(ctx.db)
  return rows[0]?.free ?? false
}

const locksTime = (bdmId: number, start: Date): RawBuilder<boolean> =>
  sql`pg_try_advisory_xact_lock(${bdmId}::int, ${start.getTime() / 60_000}::int)`
