import { sql } from 'kysely'
import { MEETING_MINUTES } from '#contract/bookings.ts'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { MEETING_MS } from './slots.rules.ts'

/** Since 1970; what a BDM's time is locked by. */
const minuteOf = (start: Date): number => start.getTime() / 60_000

const during = (start: Date) => sql<string>`tstzrange(${start}, ${new Date(start.getTime() + MEETING_MS)})`

export interface BdmTime {
  bdmId: number
  start: Date
}

export interface Held extends BdmTime {
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

/**
 * Holds the first of these times that nobody else has, nor is about to take.
 * @param times in the order to try them
 * @returns undefined: all of them are taken
 */
export async function holdFirst(
  ctx: Ctx,
  times: readonly BdmTime[],
  hold: Pick<Held, 'offer' | 'heldUntil'> & { callId: number },
): Promise<BdmTime | undefined> {
  let left = times
  for (;;) {
    const tried = await tryToHold(ctx, left, hold)
    if (!tried) return undefined
    const time = left[tried.place]
    if (!time || tried.held) return time
    // what was held too long is in nobody's way
    if ((await releaseExpired(ctx, time)) === 0) left = left.toSpliced(tried.place, 1)
  }
}

interface Tried {
  /** Which of the times looked free. */
  place: number
  /** Not where a time is held too long, or was taken at this moment. */
  held: boolean
}

async function tryToHold(
  ctx: Ctx,
  times: readonly BdmTime[],
  { callId, offer, heldUntil }: Parameters<typeof holdFirst>[2],
): Promise<Tried | undefined> {
  const bdmIds = times.map(({ bdmId }) => bdmId)
  const minutes = times.map(({ start }) => minuteOf(start))
  // the times are looked at one by one, and no lock is taken after the first that is free
  const { rows } = await sql<Tried>`
    with chosen as materialized (
      select bdm_id, during, place
      from unnest(${bdmIds}::int[], ${minutes}::int[]) with ordinality as wanted (bdm_id, minute, place),
        lateral (select tstzrange(to_timestamp(minute * 60.0), to_timestamp((minute + ${MEETING_MINUTES}) * 60.0)) as during) as span
      where case
        when exists (select from reserved_times taken where taken.bdm_id = wanted.bdm_id
          and taken.during && span.during and (taken.held_until is null or taken.held_until > ${ctx.now()})) then false
        else pg_try_advisory_xact_lock(wanted.bdm_id, minute) end
      limit 1
    ), added as (
      insert into reserved_times (bdm_id, during, call_id, offer, held_until)
      select bdm_id, during, ${callId}::int, ${offer}, ${heldUntil}::timestamptz from chosen
      on conflict do nothing returning 1
    )
    select (place - 1)::int as place, exists (select from added) as held from chosen`.execute(ctx.db)
  return rows[0]
}

/** Frees what these calls hold. */
export async function releaseHeld(ctx: Ctx, callIds: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('reservedTimes').where('callId', '=', anyOf(callIds)).execute()
}

/**
 * Gives up what was held too long, so that the table's constraint lets others have it: at one time, or everywhere.
 * @returns how many times
 */
export async function releaseExpired(ctx: Ctx, at?: BdmTime): Promise<number> {
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
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${bdmId}::int, ${minuteOf(start)}::int) as free`.execute(ctx.db)
  return rows[0]?.free ?? false
}
