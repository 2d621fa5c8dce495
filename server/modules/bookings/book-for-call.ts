import { sql } from 'kysely'
import { weekOf } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { inSavepoint } from '#server/platform/db/attempt.ts'
import { isUnreachable, wasInTheWay } from '#server/platform/db/unreachable.ts'
import { isOutOfSpace } from '#server/platform/disk-space.ts'
import { startProblem } from './book.rules.ts'
import { findFreeBdms, newUid, settle } from './book.ts'
import { noTimeText } from './booking-activities.rules.ts'
import { type Person, startsOf } from './person.store.ts'
import { MEETING_MS } from './slots.rules.ts'
import { loadCalendars, nextFreeTimes } from './slots.views.ts'
import { bookingOfCall, insertBooking } from './store.ts'

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
 * Books the meeting requested in a call: at the requested time, or at the next free one from the next business day on.
 * Once per call. If no time is free or booking fails, the timeline says so; the call itself never fails.
 * @param slot ISO 8601; null: the person named no time
 */
export async function bookForCall(ctx: Ctx, callId: number, slot: string | null): Promise<void> {
  const call = await findCall(ctx, callId)
  if (!call || (await bookingOfCall(ctx, call.id)) !== undefined) return
  try {
    if (await inSavepoint(ctx.db, () => book(ctx, call, slot))) return
  } catch (error) {
    // not the meeting's fault: the whole transaction is done again, now or when the event comes again
    if (wasInTheWay(error) || isOutOfSpace(error) || isUnreachable(error)) throw error
    ctx.log.error({ err: error, callId: call.id }, 'meeting requested in a call not booked')
  }
  const { brokerId, campaignId, simulated, simulatedAt } = call
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
      // a concurrent booking for the same call waits here, then finds its meeting
      .forUpdate('calls')
      .executeTakeFirst()
  )
}

/** @returns whether a meeting was booked */
async function book(ctx: Ctx, call: Call, slot: string | null): Promise<boolean> {
  const start = requestedStart(slot, ctx.now())
  const requested = start && (await bookAt(ctx, call, start))
  const id = requested ?? (await bookNextFree(ctx, call))
  if (id === null) return false
  await settle(ctx, id)
  ctx.changed('bookings', 'dashboard')
  return true
}

/** Validates the slot, which a provider reports and which is therefore untrusted input. */
function requestedStart(slot: string | null, now: Date): Date | null {
  const start = slot === null ? null : new Date(slot)
  return start && !Number.isNaN(start.getTime()) && !startProblem(start, now) ? start : null
}

async function bookNextFree(ctx: Ctx, call: Call): Promise<number | null> {
  for (const wanted of [1, Number.POSITIVE_INFINITY]) {
    const { starts } = await nextFreeTimes(ctx, wanted)
    for (const start of starts) {
      const id = await bookAt(ctx, call, new Date(start))
      if (id !== null) return id
    }
  }
  return null
}

/** Tries the free BDMs in turn at one time. @returns the booking's id; null if none could be booked */
async function bookAt(ctx: Ctx, call: Call, start: Date): Promise<number | null> {
  const person: Person = { brokerId: call.brokerId, email: null, phone: call.toNumber }
  const own = await startsOf(ctx, person, {
    from: start,
    to: new Date(start.getTime() + MEETING_MS),
    which: 'settled',
  })
  if (own.length > 0) return null
  const { free } = findFreeBdms(await loadCalendars(ctx, weekOf(start.getTime())), start, call.region)
  for (const { id: bdmId } of free) {
    if (!(await reserveSlot(ctx, bdmId, start))) continue
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
 * Takes an advisory lock on the slot without waiting. One transaction handles the events of many calls and may insert
 * several meetings, so two such transactions that waited for each other would deadlock; the second tries another slot.
 */
async function reserveSlot(ctx: Ctx, bdmId: number, start: Date): Promise<boolean> {
  const slot = start.getTime() / MINUTE_MS
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(${bdmId}::int, ${slot}::int) as free`.execute(ctx.db)
  return rows[0]?.free ?? false
}
