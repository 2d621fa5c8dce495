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
 * Adds a booking. The table's constraints decide: where another meeting stands in the way, also one that is just
 * being made, or the call has its booking, nothing is added. @returns undefined then
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

/** @throws the database's exclusion violation where another meeting stands at the new time */
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

/** Leaves the calendar; the invitation's sequence grows, so that calendars believe the cancellation. */
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

/** How one knows the same person again. */
export interface Person {
  brokerId: number | null
  email: string | null
  phone: string | null
}

/** Whether this person has a meeting at a time already; starts of those from `from` to `to`. */
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
