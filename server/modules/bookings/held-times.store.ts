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

/** The times that a call holds, by start, including expired holds that no other call has taken yet. */
export async function heldOf(ctx: Ctx, callId: number): Promise<Held[]> {
  const { rows } = await sql<Held>`select bdm_id, lower(during) as start, offer, held_until
    from reserved_times where call_id = ${callId} order by lower(during)`.execute(ctx.db)
  return rows
}

type Wanted = Omit<Held, 'bdmId'> & { callId: number }

/**
 * Holds a time of the first of these BDMs who is still free and whose time no other transaction has locked.
 * @param bdmIds in order of preference
 * @returns the BDM's id; undefined: none is free
 */
export async function holdTime(
  ctx: Ctx,
  bdmIds: readonly number[],
  wanted: Wanted,
): Promise<number | undefined> {
  let left = bdmIds
  for (;;) {
    const tried = await tryToHold(ctx, left, wanted)
    if (!tried || tried.held) return tried?.bdmId
    const { bdmId } = tried
    // the insert conflicted: retry if an expired hold was in the way, else exclude this BDM
    if ((await releaseExpired(ctx, { bdmId, start: wanted.start })) === 0)
      left = left.filter((id) => id !== bdmId)
  }
}

async function tryToHold(
  ctx: Ctx,
  bdmIds: readonly number[],
  { callId, start, offer, heldUntil }: Wanted,
): Promise<{ bdmId: number; held: boolean } | undefined> {
  // `limit 1` stops at the first BDM who looks free, so that only their time is locked
  const { rows } = await sql<{ bdmId: number; held: boolean }>`
    with chosen as materialized (
      select asked.bdm_id from unnest(${bdmIds}::int[]) as asked (bdm_id)
      where case
        when exists (select from reserved_times taken where taken.bdm_id = asked.bdm_id
          and during && ${during(start)} and (held_until is null or held_until > ${ctx.now()})) then false
        else ${locksTime(sql`asked.bdm_id`, start)} end
      limit 1
    ), added as (
      insert into reserved_times (bdm_id, during, call_id, offer, held_until)
      select bdm_id, ${during(start)}, ${callId}::int, ${offer}, ${heldUntil}::timestamptz from chosen
      on conflict do nothing returning 1
    )
    select bdm_id, exists (select from added) as held from chosen`.execute(ctx.db)
  return rows[0]
}

/** Frees what these calls hold. */
export async function releaseHeld(ctx: Ctx, callIds: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('reservedTimes').where('callId', '=', anyOf(callIds)).execute()
}

/**
 * Deletes expired holds, which block others by the table's constraint: at one time, or everywhere.
 * @returns the number of deleted holds
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
  const { rows } = await sql<{
    free: boolean
  }>`select ${locksTime(sql`${bdmId}::int`, start)} as free`.execute(ctx.db)
  return rows[0]?.free ?? false
}

const locksTime = (bdmId: RawBuilder<unknown>, start: Date): RawBuilder<boolean> =>
  sql`pg_try_advisory_xact_lock(${bdmId}, ${start.getTime() / 60_000}::int)`
