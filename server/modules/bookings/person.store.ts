import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** Identifies a person across bookings: by broker, else by email or phone. */
export interface Person {
  brokerId: number | null
  email: string | null
  phone: string | null
}

const bookingsOf = ({ brokerId, email, phone }: Person): RawBuilder<SqlBool> =>
  brokerId === null
    ? sql`(lower(email) = ${email?.toLowerCase() ?? null} or phone = ${phone})`
    : sql`broker_id = ${brokerId}`

/**
 * Makes bookings of one person wait for each other until the transaction ends, so that each counts those before it.
 * Taken before any other lock, in one order.
 */
export async function lockPerson(tx: Ctx, { brokerId, email, phone }: Person): Promise<void> {
  const keys =
    brokerId === null
      ? [email && `email ${email.toLowerCase()}`, phone && `phone ${phone}`]
      : [`broker ${brokerId}`]
  for (const key of keys.filter((each) => each !== null).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.db)
  }
}

/** Bookings that strangers have made in somebody's name without having shown that they are that person. */
const unproven = (now: Date): RawBuilder<SqlBool> =>
  sql`source = 'web' and not by_own_link and confirmed_at is null
    and (status = 'booked' or status = 'unconfirmed' and confirm_by > ${now})`
const settled = sql<SqlBool>`status not in ('cancelled', 'unconfirmed')`

/**
 * Starts of this person's meetings that overlap the time: settled ones, or (`asked`) unproven ones that strangers
 * requested.
 */
export async function startsOf(
  ctx: Ctx,
  person: Person,
  { from, to, which }: { from: Date; to: Date; which: 'settled' | 'asked' },
): Promise<Date[]> {
  const { rows } = await sql<{ start: Date }>`select lower(during) as start from bookings
    where ${which === 'settled' ? settled : unproven(ctx.now())} and during && tstzrange(${from}, ${to})
      and ${bookingsOf(person)}`.execute(ctx.db)
  return rows.map(({ start }) => start)
}

/** How many settled meetings this person has ahead. */
export async function countAhead(ctx: Ctx, person: Person): Promise<number> {
  return count(ctx, person, sql`status = 'booked'`)
}

/** How many future meetings strangers have requested in this person's name; the count reveals nothing of the diary. */
export async function countUnproven(ctx: Ctx, person: Person): Promise<number> {
  return count(ctx, person, unproven(ctx.now()))
}

async function count(ctx: Ctx, person: Person, which: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from bookings
    where ${which} and lower(during) > ${ctx.now()} and ${bookingsOf(person)}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
