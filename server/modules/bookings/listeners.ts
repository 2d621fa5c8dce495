import { sql } from 'kysely'
import { weekOf } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { inSavepoint } from '#server/platform/db/attempt.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import { startProblem } from './book.rules.ts'
import { findFreeBdms, newUid } from './book.ts'
import { noTimeText } from './booking-activities.rules.ts'
import { notifyBooked } from './notify.ts'
import { MEETING_MS } from './slots.rules.ts'
import { loadCalendars, nextFreeTimes } from './slots.views.ts'
import { bookingOfCall, insertBooking, type Person, startsOf } from './store.ts'

/** A transaction that lost a race as a whole is tried again as a whole. */
const AGAIN = ['40001', '40P01']
const MINUTE_MS = 60_000

interface Call {
  id: number
  toNumber: string
  brokerId: number | null
  campaignId: number | null
  campaign: string | null
  simulated: boolean
  simulatedAt: Date | null
  test: boolean
  name: string | null
  region: string | null
}

/**
 * Books for a person who chose option 2 in a call: the time that they named, or the next free one from the next
 * business day on. Once per call. Where there is no time, or it fails, the timeline says so; the call never fails.
 */
export async function bookForCall(ctx: Ctx, chosen: AppEvents['call.optionChosen']): Promise<void> {
  if (chosen.option !== 'option_2') return
  const call = await findCall(ctx, chosen.callId)
  if (!call || (await bookingOfCall(ctx, call.id)) !== undefined) return
  try {
    if (await inSavepoint(ctx.db, () => book(ctx, call, chosen.slot ?? null))) return
  } catch (error) {
    if (AGAIN.includes(errorCode(error) ?? '')) throw error
    ctx.log.error({ err: error, callId: call.id }, 'a meeting asked for in a call was not booked')
  }
  const { id: callId, brokerId, campaignId, simulated, simulatedAt } = call
  await addActivity(ctx, { ...noTimeText(call), callId, brokerId, campaignId, simulated, simulatedAt })
}

async function findCall(ctx: Ctx, id: number): Promise<Call | undefined> {
  return (
    ctx.db
      .selectFrom('calls')
      .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
      .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
      .select([
        'calls.id',
        'calls.toNumber',
        'calls.brokerId',
        'calls.campaignId',
        'campaigns.name as campaign',
        'calls.simulated',
        'calls.simulatedAt',
        'calls.test',
        'brokers.name',
        'brokers.region',
      ])
      .where('calls.id', '=', id)
      // whoever books for the same call waits, and then finds its meeting
      .forUpdate('calls')
      .executeTakeFirst()
  )
}

/** @returns whether a meeting was booked */
async function book(ctx: Ctx, call: Call, named: string | null): Promise<boolean> {
  const asked = namedStart(named, ctx.now())
  const first = asked && (await bookAt(ctx, call, asked))
  const id = first ?? (await bookNextFree(ctx, call))
  if (id === null) return false
  await notifyBooked(ctx, id)
  await ctx.emit('booking.made', { bookingId: id })
  ctx.changed('bookings', 'dashboard')
  return true
}

/** What a provider heard is checked like anything that comes from outside. */
function namedStart(named: string | null, now: Date): Date | null {
  const start = named === null ? null : new Date(named)
  return start && !Number.isNaN(start.getTime()) && !startProblem(start, now) ? start : null
}

async function bookNextFree(ctx: Ctx, call: Call): Promise<number | null> {
  for (const most of [1, Number.POSITIVE_INFINITY]) {
    const { starts } = await nextFreeTimes(ctx, most)
    for (const start of starts) {
      const id = await bookAt(ctx, call, new Date(start))
      if (id !== null) return id
    }
  }
  return null
}

/** Tries the free BDMs in turn at one time. @returns the booking, null where none could be had */
async function bookAt(ctx: Ctx, call: Call, start: Date): Promise<number | null> {
  const person: Person = { brokerId: call.brokerId, email: null, phone: call.toNumber }
  const own = await startsOf(ctx, person, start, new Date(start.getTime() + MEETING_MS))
  if (own.length > 0) return null
  const { free } = findFreeBdms(await loadCalendars(ctx, weekOf(start.getTime())), start, call.region)
  for (const { id: bdmId } of free) {
    if (!(await mayTry(ctx, bdmId, start))) continue
    const id = await insertBooking(ctx, {
      bdmId,
      start,
      uid: newUid(ctx),
      meetingType: 'product-discussion',
      attendees: 1,
      brokerId: call.brokerId,
      name: call.name ?? formatPhone(call.toNumber),
      phone: call.toNumber,
      source: 'call',
      callId: call.id,
      simulated: call.simulated,
      test: call.test,
    })
    if (id !== undefined) return id
  }
  return null
}

/**
 * Events of many calls are taken in by one transaction, which may hold several meetings: two of those that waited for
 * each other's would wait for ever. Who comes second to a time that another call is just taking goes on to the next.
 */
async function mayTry(ctx: Ctx, bdmId: number, start: Date): Promise<boolean> {
  const slot = start.getTime() / MINUTE_MS
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(${bdmId}::int, ${slot}::int) as free`.execute(ctx.db)
  return rows[0]?.free ?? false
}

export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await ctx.db.updateTable('bookings').set({ brokerId: intoId }).where('brokerId', '=', fromId).execute()
}
