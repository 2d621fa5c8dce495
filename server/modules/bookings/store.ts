import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { type CampaignCredit, creditOf, regionWith } from '#server/modules/brokers/credit.views.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import type { Bookings } from '#server/schema.gen.ts'
import { releaseExpired } from './held-times.store.ts'
import { MEETING_MS } from './slots.rules.ts'

export type BookingRow = Omit<
  Selectable<Bookings>,
  'during' | 'cameFrom' | 'campaignId' | 'campaignVersionId' | 'region' | 'serviceVideoLink'
> & { start: Date; end: Date }

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
  'reviewReason',
  'cancelledAt',
  'confirmBy',
  'confirmedAt',
  'byOwnLink',
  'saidStart',
  'scheduledAt',
  'createdAt',
  'updatedAt',
] as const

const during = (start: Date) => sql<string>`tstzrange(${start}, ${new Date(start.getTime() + MEETING_MS)})`

export type NewBooking = Omit<Insertable<Bookings>, 'during'> & { start: Date }

/** Bookings that hold their time; an unconfirmed one only while it may be confirmed, whether or not it has lapsed yet. */
export const holdsTime = (now: Date): RawBuilder<SqlBool> =>
  sql`(bookings.status <> 'cancelled' and (bookings.status <> 'unconfirmed' or bookings.confirm_by > ${now}))`

/**
 * Cancels unconfirmed bookings after their time, because they block others by the table's constraint. @returns how many
 */
export async function lapseBookings(ctx: Ctx, among: RawBuilder<SqlBool>): Promise<number> {
  const now = ctx.now()
  const { numAffectedRows } = await sql`
    update bookings set status = 'cancelled', cancelled_at = ${now}, updated_at = ${now}
    where id in (select id from bookings where status = 'unconfirmed' and confirm_by <= ${now} and ${among}
      order by id for update skip locked)`.execute(ctx.db)
  const lapsed = Number(numAffectedRows ?? 0)
  return lapsed
}

/** @returns how many lapsed bookings and expired holds were removed */
async function lapseAt(ctx: Ctx, bdmId: number, start: Date): Promise<number> {
  const bookings = await lapseBookings(ctx, sql`bdm_id = ${bdmId} and during && ${during(start)}`)
  return bookings + (await releaseExpired(ctx, { bdmId, start }))
}

const TAKEN = '23P01'

/**
 * Adds a booking, which takes over what its own call holds at that time. Only inside `ctx.tx`.
 * @returns its id; undefined if the constraints reject it, because the BDM's time is taken (also by one who is about to
 * take it), or the call already has a booking
 */
export async function insertBooking(ctx: Ctx, booking: NewBooking): Promise<number | undefined> {
  const id = await tryToInsert(ctx, booking)
  if (id !== undefined) return id
  return (await lapseAt(ctx, booking.bdmId, booking.start)) > 0 ? tryToInsert(ctx, booking) : undefined
}

async function tryToInsert(ctx: Ctx, { start, ...values }: NewBooking): Promise<number | undefined> {
  const now = ctx.now()
  try {
    const row = await ctx.inSavepoint(() =>
      ctx.db
        .insertInto('bookings')
        .values({
          ...{ ...creditOf(values), ...values, during: during(start) },
          ...{ createdAt: now, scheduledAt: now, updatedAt: now },
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst(),
    )
    return row?.id
  } catch (error) {
    if (errorCode(error) === TAKEN) return undefined
    throw error
  }
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
  await lapseAt(ctx, to.bdmId, to.start)
  await ctx.db
    .updateTable('bookings')
    .set((eb) => ({
      bdmId: to.bdmId,
      during: during(to.start),
      // another BDM's calendar service makes another link
      serviceVideoLink: eb
        .case()
        .when('bdmId', '=', to.bdmId)
        .then(eb.ref('serviceVideoLink'))
        .else(null)
        .end(),
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

/** The meetings of a merged record become those of the other. */
export async function moveBookings(tx: Ctx, fromBroker: number, intoBroker: number): Promise<void> {
  await tx.db
    .updateTable('bookings')
    .set({ brokerId: intoBroker, region: regionWith(intoBroker) })
    .where('brokerId', '=', fromBroker)
    .execute()
}

/** Credits campaigns with bookings that have none. */
export async function creditCampaigns(tx: Ctx, credits: readonly CampaignCredit[]): Promise<void> {
  await sql`update bookings set campaign_id = given."campaignId"
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as given(id int, "campaignId" int)
    where bookings.id = given.id and bookings.campaign_id is null`.execute(tx.db)
}

/** Increments the sequence of future meetings, because calendars accept no second invitation with the same one. */
export async function raiseSequences(tx: Ctx, among: RawBuilder<SqlBool>): Promise<number[]> {
  const rows = await tx.db
    .updateTable('bookings')
    .set((eb) => ({ sequence: eb('sequence', '+', 1), updatedAt: tx.now() }))
    .where(among)
    .where('status', '=', 'booked')
    .where(sql<SqlBool>`lower(during) > ${tx.now()}`)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
