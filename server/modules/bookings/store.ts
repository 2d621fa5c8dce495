import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Bookings } from '#server/schema.gen.ts'
import { MEETING_MS } from './slots.rules.ts'

export type BookingRow = Omit<Selectable<Bookings>, 'during'> & { start: Date; end: Date }

const times = [sql<Date>`lower(during)`.as('start'), sql<Date>`upper(during)`.as('end')] as const

const columns = [
  'id',
  'bdmId',
  'status',
  'meetingType',
  'attendees',
  'agenda',
  'brokerId',
  'name',
  'email',
  'phone',
  'source',
  'callId',
  'simulated',
  'test',
  'uid',
  'sequence',
  'note',
  'cancelledAt',
  'scheduledAt',
  'createdAt',
  'updatedAt',
] as const

const during = (start: Date) => sql<string>`tstzrange(${start}, ${new Date(start.getTime() + MEETING_MS)})`

export type NewBooking = Omit<Insertable<Bookings>, 'during'> & { start: Date }

/**
 * Adds a booking. @returns its id; undefined if the table's constraints reject it, because the BDM has another meeting
 * then (also one being inserted concurrently) or the call already has a booking
 */
export async function insertBooking(ctx: Ctx, { start, ...values }: NewBooking): Promise<number | undefined> {
  const now = ctx.now()
  const row = await ctx.db
    .insertInto('bookings')
    .values({ ...values, during: during(start), createdAt: now, scheduledAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findBooking(
  ctx: Ctx,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<BookingRow | undefined> {
  const query = ctx.db.selectFrom('bookings').select(columns).select(times).where('id', '=', id)
  return (options.forUpdate ? query.forUpdate() : query).executeTakeFirst()
}

/** @throws the database's exclusion violation if the BDM has another meeting at the new time */
export async function moveBooking(ctx: Ctx, id: number, to: { bdmId: number; start: Date }): Promise<void> {
  await ctx.db
    .updateTable('bookings')
    .set((eb) => ({
      bdmId: to.bdmId,
      during: during(to.start),
      sequence: eb('sequence', '+', 1),
      scheduledAt: ctx.now(),
      updatedAt: ctx.now(),
    }))
    .where('id', '=', id)
    .execute()
}

/** Cancels a booking; calendars only accept the cancellation with a higher sequence. */
export async function cancelRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db
    .updateTable('bookings')
    .set((eb) => ({
      status: 'cancelled',
      sequence: eb('sequence', '+', 1),
      cancelledAt: ctx.now(),
      updatedAt: ctx.now(),
    }))
    .where('id', '=', id)
    .execute()
}

export async function changeBooking(ctx: Ctx, id: number, changes: Updateable<Bookings>): Promise<void> {
  await ctx.db
    .updateTable('bookings')
    .set({ ...changes, updatedAt: ctx.now() })
    .where('id', '=', id)
    .execute()
}

export async function bookingOfCall(ctx: Ctx, callId: number): Promise<number | undefined> {
  const row = await ctx.db.selectFrom('bookings').select('id').where('callId', '=', callId).executeTakeFirst()
  return row?.id
}

/** Identifies a person across bookings: by broker, else by email, else by phone. */
export interface Person {
  brokerId: number | null
  email: string | null
  phone: string | null
}

/** Starts of this person's meetings that overlap `from` to `to`. */
export async function startsOf(ctx: Ctx, person: Person, from: Date, to: Date): Promise<Date[]> {
  const { brokerId, email, phone } = person
  const rows = await ctx.db
    .selectFrom('bookings')
    .select(times)
    .where('status', '<>', 'cancelled')
    .where(sql<boolean>`during && tstzrange(${from}, ${to})`)
    .where((eb) => {
      if (brokerId !== null) return eb('brokerId', '=', brokerId)
      if (email !== null) return eb(sql`lower(email)`, '=', email.toLowerCase())
      return eb('phone', '=', phone)
    })
    .execute()
  return rows.map(({ start }) => start)
}
